//===- Blanked.h - text that Clang does not get to see -------------------------===//
//
// Purpose: what was blanked out of a unit's text before Clang parsed it; Unit
// puts it back into the text that is compiled.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_BLANKED_H
#define CKPT_FRONTEND_BLANKED_H

#include <string>

namespace ckpt {

struct Blanked {
  unsigned At;      ///< offset in the text
  std::string Text; ///< as it was; as long as what is there now
};

} // namespace ckpt
#endif
