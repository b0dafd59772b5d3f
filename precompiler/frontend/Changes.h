//===- Changes.h - #pragma ckpt changed -----------------------------------===//
//
// Purpose: how this program's names differ from those of the program that made
// an image: what is new, what is gone, what has another name now.
// Input:   the argument of the pragma.   Output: its items, in order.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_CHANGES_H
#define CKPT_FRONTEND_CHANGES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace ckpt {

/// `#pragma ckpt changed([T or function,] added: m [= value], ..., removed: m, ..., renamed: new = old, ...)`.
struct ChangePragma {
  enum Kind { Added, Removed, Renamed };
  struct Item {
    Kind What;
    std::string Name;  ///< here; of what is removed, in images
    std::string Other; ///< Added: its value or empty; Renamed: the name in images
  };
  std::string Of;      ///< a structure or a function; empty: variables of the unit
  std::vector<Item> Items;
  std::string File;
  unsigned Line = 0;
};

/// Returns an error message or "".
std::string parseChange(llvm::StringRef Argument, ChangePragma &C);

} // namespace ckpt
#endif
