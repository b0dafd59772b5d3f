//===- Hoist.h - local statics and local types move to file scope -------------===//
//
// Purpose: both copies of a function share its static variables, and tables at
// the end of the unit must be able to name local types. So static locals and
// the types declared in functions move in front of the function, under fresh
// names; every reference follows.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_HOIST_H
#define CKPT_REWRITE_HOIST_H

#include "../analysis/Facts.h"
#include "TypeText.h"

namespace ckpt {

struct Hoisted {
  const clang::VarDecl *Var;
  std::string Code; ///< its name at file scope
};

/// Registers the edits; returns the hoisted variables. \p Before receives, per
/// function, the text to put in front of its definition (rendered later, when
/// all edits are known: a callback).
struct HoistResult {
  std::vector<Hoisted> Statics;
  /// Text in front of each function; call when all edits are registered.
  std::string textBefore(const clang::FunctionDecl *F) const;

  struct Piece {
    const clang::FunctionDecl *Home;
    unsigned Begin, End;      ///< stretch of the unit's text to render
    std::string Prefix, Suffix;
    unsigned Order;           ///< where it stood
    std::vector<Segment> Constants = {}; ///< what has the value of a constant that file scope cannot compute
  };
  std::vector<Piece> Pieces;
  Unit *U = nullptr;
};

/// A constant as C text that has the same value, whatever its type.
std::string constantText(const llvm::APSInt &N);

/// Does a static variable's type or initialiser need its function's own
/// variables or labels? Such a one cannot move.
bool dependsOnFrame(const clang::VarDecl *V);

HoistResult hoist(Unit &U, TypeText &Text, const Facts &F);

/// Constructs of OpenMP share what we add to the unit: default(none), which only asks for names, becomes default(shared). That all variables it needs are
/// named was seen when the unit was first compiled. Other defaults are refused.
void shareOurs(Unit &U, const Facts &F);

} // namespace ckpt
#endif
