//===- LineMap.h - lines of preprocessed text and the user's lines --------===//
//
// Purpose: which line of which file a line of preprocessed text is, by its
// `# 12 "file.c"` markers.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_LINEMAP_H
#define CKPT_FRONTEND_LINEMAP_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace ckpt {

/// Follows line markers so that a message names the user's line.
struct Position {
  std::string File;
  unsigned Line = 1;

  /// If \p L is a line marker, take its position for the line after it.
  bool takeMarker(llvm::StringRef L);
};

/// A line of the text that is not a marker.
struct MappedLine {
  size_t Begin, End;  ///< offsets in the text, without the line's end
  unsigned File;      ///< index into LineMap::Files
  unsigned Line;
};

struct LineMap {
  std::vector<std::string> Files;
  std::vector<MappedLine> Lines;
};

LineMap mapLines(llvm::StringRef Text, llvm::StringRef Main);

} // namespace ckpt
#endif
