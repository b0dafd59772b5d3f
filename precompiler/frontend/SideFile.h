//===- SideFile.h - sites and annotations in a file beside the program ----===//
//
// Purpose: for sources that must not change, `#pragma ckpt` lines are put into
// the preprocessed text of a unit where a side file says.
// Input:   the side file, one annotation a line, `#` begins a comment, also behind one:
//              site [name(id)] [if(expression)] [on_restart(call)] [on_checkpoint(call)]  PLACE
//              type(pointer, T[count])           PLACE
//              replay                            PLACE
//              variant(T, tag, value: member, ...)  PLACE, or FILE alone; changed(...) likewise
//              exclude(variable or *pointer, ...)   PLACE, or FILE alone
//              on_restart(call)                     FILE alone, or a line outside functions
//              on_checkpoint(call)                  likewise
//          PLACE is  [before|after] FILE:LINE
//                    [before|after] FILE:FUNCTION:"TEXT"   the one line of the function with that text in it
//                    FILE:FUNCTION                         the beginning of its body
//          before is what is meant without a word. FILE is the end of a path, as
//          the compiler was given it or from the root.
// Output:  the text with the lines put in. An annotation whose file is a part
//          of the unit and whose place is not there, or is there twice, is an
//          error at the side file's line.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_SIDEFILE_H
#define CKPT_FRONTEND_SIDEFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace ckpt {

struct SideAnnotation {
  std::string Pragma;    ///< what stands after `#pragma ckpt`, empty for a plain site
  bool After = false;
  std::string File;
  std::string Function;  ///< or empty
  std::string Text;      ///< or empty
  unsigned Line = 0;     ///< in File; 0: by function, or of the whole file
  std::string Where;     ///< side file and line, for messages
};

/// Read the side file \p Path.
llvm::Expected<std::vector<SideAnnotation>> readSideFile(const std::string &Path);

/// Put the annotations that concern the unit whose main file is \p Main, compiled
/// in \p Directory, into its preprocessed \p Text.
llvm::Expected<std::string> annotate(const std::string &Text, llvm::StringRef Main, llvm::StringRef Directory,
                                     const std::vector<SideAnnotation> &Annotations);

/// Has \p Text, preprocessed in \p Directory, got the annotation?
bool isAnnotated(llvm::StringRef Text, llvm::StringRef Directory, const SideAnnotation &Annotation, llvm::ArrayRef<SideAnnotation> All);

} // namespace ckpt
#endif
