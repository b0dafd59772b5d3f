//===- StaticUses.h - variables whose uses can all be seen ------------------------===//
//
// Purpose: which variables with static storage only this unit can read or write,
// and which large ones of its functions nothing else can, and what each mention
// of them does. A variable counts if its name is nowhere
// outside the unit (Unit::isOwn), its value holds no pointer, and its address goes no further
// than into parameters that only lead to it: static functions that are only
// called by name, and use the parameter to reach elements; and into local pointers that
// begin with it and do the same (`double *row = a[i];`), whose mentions count as its own. Sets have a bit for
// each such variable, then one for what each such parameter leads to.
// Invariant: what is not understood makes the variable one that is not here.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_STATICUSES_H
#define CKPT_ANALYSIS_STATICUSES_H

#include "../rewrite/Unit.h"
#include "Facts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace ckpt {

/// Numbers, and arrays and structures of them: no pointers, by which others could be reached, and nothing that changes by itself.
bool isPlainValue(clang::QualType T);
/// Numbers in such a value: as many on all machines, where bytes are not.
uint64_t numbersIn(const clang::ASTContext &Ctx, clang::QualType T);

/// Attributes of a declaration behind the definition: gcc takes them (destructor, weak), Clang leaves them out.
bool hasLateAttributes(Unit &U, const clang::FunctionDecl *Fn);

class StaticUses {
public:
  /// \p Frames: functions whose own arrays and structures are looked at, too.
  /// \p Closed  functions that others may call count as known, too: what is asked is what their parameters do
  StaticUses(Unit &U, const Facts &F, llvm::ArrayRef<const FunctionFacts *> Frames, bool Closed = false);

  unsigned size() const { return Variables.size() + Parameters; } ///< bits of a set
  unsigned variables() const { return Variables.size(); }         ///< bits of which are variables
  const clang::VarDecl *variable(unsigned I) const { return Variables[I]; }
  /// The number of a variable, or -1.
  int number(const clang::VarDecl *V) const;
  /// Variables of which each call of their function has its own.
  const llvm::BitVector &automatic() const { return Automatic; }
  const clang::FunctionDecl *homeOf(unsigned I) const { return Homes.lookup(Variables[I]); } ///< of these
  /// The bit of what a parameter leads to, or -1.
  int parameter(const clang::VarDecl *P) const;
  /// Where a call gives addresses to such parameters: their bits, and the caller's of what they lead to.
  llvm::ArrayRef<std::pair<unsigned, unsigned>> passedBy(const clang::CallExpr *C) const;
  /// The bit of what a mention may read, or -1.
  int readBy(const clang::DeclRefExpr *R) const;
  /// What the caller sees as read where the callee reads \p Callee: variables, and what it has passed to the callee's parameters.
  llvm::BitVector inCaller(const llvm::BitVector &Callee, const clang::CallExpr *C) const;
  /// The variables in a set, those to which its parameters may lead included.
  llvm::BitVector onlyVariables(llvm::BitVector Set) const;
  /// May a mention change what it names, or what its parameter leads to? Of what this class knows.
  bool mayChange(const clang::DeclRefExpr *R) const;
  bool mayChangeBehind(const clang::VarDecl *P) const { return ChangedBehind.count(P->getCanonicalDecl()); } ///< what such a parameter leads to
  /// A function that code which is not seen may call.
  bool isOpen(const clang::FunctionDecl *F) const;
  /// The linker may put another definition in its place.
  bool isReplaceable(const clang::FunctionDecl *F) const;

private:
  enum class Use { Nothing, Reads, Writes, PassedOn, Escapes };
  struct Mention {
    Use What;
    const clang::VarDecl *To = nullptr; ///< of PassedOn: a parameter, or a local pointer; then In is null
    const clang::CallExpr *In = nullptr;
    bool Changes = false;
  };
  class OtherWays;
  class Scan;

  bool isTame(const clang::VarDecl *V) const;
  bool isCandidate(const clang::VarDecl *V) const;
  void addLocals(llvm::ArrayRef<const FunctionFacts *> Frames);
  bool isTraceable(const clang::FunctionDecl *F) const;
  const clang::ParmVarDecl *traced(const clang::CallExpr *C, unsigned Argument) const;
  Mention classify(const clang::DeclRefExpr *R) const;
  Mention argument(const clang::CallExpr *C, const clang::Expr *E) const;
  bool isDropped(const clang::Expr *E) const;
  const clang::Expr *parent(const clang::Expr *E) const;
  void settle();

  Unit &U;
  const Facts &F;
  bool Closed;
  llvm::DenseSet<const clang::CallExpr *> Replayed;
  std::set<std::string> OtherNames, Texts; ///< of functions, aliases; where names stand in text that Clang does not see
  std::vector<const clang::VarDecl *> Variables, Locals; ///< Locals: candidates among those of functions
  llvm::BitVector Automatic;
  llvm::DenseMap<const clang::VarDecl *, const clang::FunctionDecl *> Homes; ///< of Locals
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers, Bits;    ///< by canonical declarations; Bits: of parameters, too
  unsigned Parameters = 0;
  std::map<const clang::CallExpr *, std::vector<std::pair<unsigned, unsigned>>> Passed; ///< bits of parameters, and of what goes into them
  std::map<const clang::VarDecl *, std::vector<Mention>> Mentions;   ///< of candidates and parameters
  llvm::DenseMap<const clang::DeclRefExpr *, Mention> Uses;
  llvm::DenseSet<const clang::VarDecl *> ChangedBehind;              ///< parameters, canonical, by which what they lead to may be changed
  std::vector<llvm::BitVector> Objects;                              ///< the variable, or those that a parameter may lead to
};

} // namespace ckpt
#endif
