//===- UnionBytes.h - unions that are saved as bytes --------------------------===//
//
// Purpose: with --ckpt-unions=bytes, a union of which nothing tells the member
// in force is carried as it lies in memory, to where memory is laid out alike.
// That is exact if nothing in it is an address.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_UNIONBYTES_H
#define CKPT_REWRITE_UNIONBYTES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <string>

namespace ckpt {

/// Is all that the union may hold numbers, its length known?
bool holdsNumbersOnly(const clang::RecordDecl *Union, const clang::ASTContext &Ctx);

/// What tells unions apart, and layouts of one: a hash of its members' names, types and places, in hexadecimal.
std::string layoutHash(const clang::RecordDecl *Union, const clang::ASTContext &Ctx);

} // namespace ckpt
#endif
