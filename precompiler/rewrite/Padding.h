//===- Padding.h - arrays get one element more ---------------------------------===//
//
// Purpose: C lets a pointer stand just behind an array (6.5.6p8), where another
// object may begin. Which of the two it means, its value does not tell. So every
// array that the unit's tables list is emitted with one element more, which
// is no part of the program's state: `int a[4]` becomes `int a[(4) + 1]`. Where
// the array itself is meant and not a pointer to its elements (sizeof, &,
// typeof, ...), `(*(int (*)[4])a)` is an lvalue of the type that it had; in a local type, which will move to file scope, `typeof` of a local
// variable becomes its type.
// A local structure that ends in an array is padded by one structure more: `struct s x;` becomes `struct s x[2];`, and `x[0]` wherever it is meant. That
// is done if pointers may lead to it, it has no initialiser or a simple one of up to 1 KiB, and its name is the only one of its kind in the function. A local array declared by
// a typedef's name, which has no brackets that a bound could be written into, the same: `index_t x;` becomes `index_t x[2];`.
// Input: facts. Output: edits; TypeText::variable for what is declared anew.
//
// Not padded: other arrays declared by a typedef's name, with elements of more than
// 64 KiB (structures of more), in a section of their own (the program may walk through the section),
// of system headers. For those the runtime sees to it (runtime/save/resolve.c).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_PADDING_H
#define CKPT_REWRITE_PADDING_H

#include "../analysis/Facts.h"
#include "TypeText.h"

namespace ckpt {

/// Chooses the arrays and edits their declarations; before hoist().
/// \p InFrame  functions whose locals are saved
void padArrays(Unit &U, TypeText &Text, const Facts &F,
               llvm::function_ref<bool(const FunctionFacts &)> InFrame);

/// Edits the references: before any text that may hold one is rendered, for a
/// `sizeof a` that kept its text would be wrong. No other wrap starts at one of
/// them. Those to variable length arrays are edited when padded ones are declared.
void keepPaddedTypes(Unit &U, TypeText &Text);

/// "x[0]": one that is padded by its whole type.
std::string firstOf(const clang::VarDecl *V);

/// May an array of such elements get one more?
bool isPaddedElement(const Unit &U, clang::QualType Element);

/// "(*(int (*)[4])a)", in front of and behind a name.
std::pair<std::string, std::string> arrayOf(TypeText &Text, clang::QualType T);

} // namespace ckpt
#endif
