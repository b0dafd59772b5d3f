//===- TypePlaces.h - what moves members without being one --------------------===//
//
// Purpose: where members lie follows from their types, but for alignment that
// the program asks for and for bit-fields without a name. The run time has to
// know of these: a structure that has them may have padding on other targets.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TYPEPLACES_H
#define CKPT_REWRITE_TYPEPLACES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <string>

namespace ckpt {

/// The flags of a structure's row that say so, to be added to others: " | CKPTG_T_ALIGNED", or "".
std::string placeFlags(const clang::RecordDecl *D, const clang::ASTContext &Ctx);

} // namespace ckpt
#endif
