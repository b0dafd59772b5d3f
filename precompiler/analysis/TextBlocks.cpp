//===- TextBlocks.cpp - heap blocks of characters that hold something wider --------===//
#include "TextBlocks.h"
#include "Portability.h"
#include "ToldBlocks.h"
#include "UnitWalk.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

bool isText(QualType T) { return T->isPointerType() && T->getPointeeType()->isCharType(); }

/// The variable or member that an expression names, or null.
const ValueDecl *named(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return R->getDecl();
  const auto *M = dyn_cast<MemberExpr>(E);
  return M ? M->getMemberDecl() : nullptr;
}

/// The pointer in `p + i`, `&p[i]`.
const Expr *pointerIn(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    const auto *B = dyn_cast<BinaryOperator>(E);
    const auto *O = dyn_cast<UnaryOperator>(E);
    const auto *At = O && O->getOpcode() == UO_AddrOf ? dyn_cast<ArraySubscriptExpr>(O->getSubExpr()->IgnoreParens()) : nullptr;
    if (B && B->isAdditiveOp())
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    else if (At)
      E = At->getBase();
    else
      return E;
  }
}

/// A place of characters that something wider is put into, or that is taken for something wider.
struct Use {
  const Expr *Pointer;
  QualType Is;
  const Expr *Where;
  const FunctionDecl *In;
};

class Finder : public UnitWalk<Finder> {
public:
  Finder(Unit &U, LiveAcross &Live, const Facts &F) : UnitWalk(U, Live), F(F) {}

  bool VisitVarDecl(VarDecl *V) {
    if (V->getInit())
      set(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *O) {
    if (O->getOpcode() != BO_Assign)
      return true;
    set(named(O->getLHS()), O->getRHS());
    const auto *To = dyn_cast<ArraySubscriptExpr>(O->getLHS()->IgnoreParens());
    if (const Expr *Number = numberByBytes(O->getRHS()); To && Number)
      uses(To->getBase(), Number->getType(), O);
    return true;
  }
  bool VisitInitListExpr(InitListExpr *L) {
    L = L->isSemanticForm() ? L : L->getSemanticForm();
    const RecordDecl *R = L ? L->getType()->getAsRecordDecl() : nullptr;
    if (!R || R->isUnion())
      return true;
    unsigned I = 0;
    for (const FieldDecl *Member : R->fields())
      if (!Member->isUnnamedBitField() && I < L->getNumInits())
        set(Member, L->getInit(I++));
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *C) {
    if (C->getType()->isPointerType())
      uses(C->getSubExpr(), C->getType()->getPointeeType(), C);
    return true;
  }
  bool VisitCallExpr(CallExpr *X) {
    const FunctionDecl *Callee = X->getDirectCallee();
    StringRef Name = Callee && Callee->getIdentifier() ? Callee->getName() : "";
    Name.consume_front("__builtin_");
    if (X->getNumArgs() >= 3 && (Name == "memcpy" || Name == "memmove" || Name == "mempcpy") && !leadsToWireOrder(F, X->getArg(1)))
      uses(X->getArg(0), pointeeBehindCasts(X->getArg(1)), X);
    else if (Callee)
      Calls.push_back({X, Current});
    return true;
  }

  void judge(const ToldBlocks &Told) {
    followParameters();
    DenseSet<const ValueDecl *> Once; // a helper that many calls give the same block
    for (const Use &Each : Uses)
      say(Told, Each, nullptr);
    for (const Use &Each : Handed)
      say(Told, Each, &Once);
  }

private:
  /// sizeof says of another type what the block is.
  void set(const ValueDecl *D, const Expr *Value) {
    static const StringSet<> Allocate = {"malloc", "calloc", "realloc", "aligned_alloc"};
    const auto *C = dyn_cast<CallExpr>(Value->IgnoreParenCasts());
    const FunctionDecl *Callee = C ? C->getDirectCallee() : nullptr;
    if (D && Callee && Callee->getIdentifier() && Allocate.contains(Callee->getName()) && isText(D->getType()) && none_of(C->arguments(), tellsType))
      Blocks.insert(D);
  }
  static bool tellsType(const Expr *E) {
    const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
    if (S && S->getKind() == UETT_SizeOf && !S->getTypeOfArgument()->isCharType())
      return true;
    return any_of(E->children(), [](const Stmt *Part) { return isa_and_nonnull<Expr>(Part) && tellsType(cast<Expr>(Part)); });
  }

  /// `((char *)&number)[i]`: a byte of that number, whichever.
  const Expr *numberByBytes(const Expr *E) const {
    const auto *From = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenCasts());
    const auto *Bytes = From ? dyn_cast<ExplicitCastExpr>(From->getBase()->IgnoreParenImpCasts()) : nullptr;
    const auto *Address = Bytes ? dyn_cast<UnaryOperator>(Bytes->getSubExpr()->IgnoreParenCasts()) : nullptr;
    return Address && Address->getOpcode() == UO_AddrOf && !From->getIdx()->isEvaluatable(U.ctx()) ? Address->getSubExpr() : nullptr;
  }

  void uses(const Expr *Pointer, QualType Is, const Expr *Where) {
    if (!isWide(U.ctx(), Is) || !U.inText(Where->getBeginLoc()))
      return;
    const Expr *P = pointerIn(Pointer);
    if (isText(P->getType()))
      Uses.push_back({P, Is, Where, Current});
    if (const ParmVarDecl *Q = bytesParameter(P); Q && !Is.isConstQualified())
      Parameters.try_emplace(Q, Is);
  }

  /// A parameter that leads to bytes which the function may write.
  static const ParmVarDecl *bytesParameter(const Expr *P) {
    const auto *Q = dyn_cast_or_null<ParmVarDecl>(named(P));
    bool Bytes = Q && Q->getType()->isPointerType() && (Q->getType()->getPointeeType()->isCharType() || Q->getType()->isVoidPointerType());
    return Bytes && !Q->getType()->getPointeeType().isConstQualified() ? Q : nullptr;
  }

  /// `put(buffer + n, number)`, where put copies the number to where its parameter leads, or hands that to another function that does.
  void followParameters() {
    size_t Before;
    do {
      Before = Parameters.size();
      for (auto [X, In] : Calls)
        eachWide(X, [this](const Expr *Given, QualType Is) {
          if (const ParmVarDecl *Q = bytesParameter(pointerIn(Given)))
            Parameters.try_emplace(Q, Is);
        });
    } while (Parameters.size() > Before);
    for (auto [X, In] : Calls)
      eachWide(X, [this, Where = X, In = In](const Expr *Given, QualType Is) { Handed.push_back({Given, Is, Where, In}); });
  }
  template <class Action> void eachWide(const CallExpr *X, Action Do) {
    const FunctionDecl *Body = nullptr;
    if (!X->getDirectCallee()->hasBody(Body))
      return;
    for (unsigned I = 0; I < std::min(X->getNumArgs(), Body->getNumParams()); ++I)
      if (auto At = Parameters.find(Body->getParamDecl(I)); At != Parameters.end())
        Do(X->getArg(I), QualType(At->second));
  }

  /// \p Once: of what has been said already nothing is.
  void say(const ToldBlocks &Told, const Use &Each, DenseSet<const ValueDecl *> *Once) {
    const VarDecl *Array = Once ? bytesArray(Each.Pointer) : nullptr;
    const ValueDecl *D = Array ? Array : named(pointerIn(Each.Pointer));
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    if (!D || Told.has(D) || (!Array && !Blocks.count(D)) || (V && !Keep.keptIn(V, Each.In)) || (Once && !Once->insert(D).second))
      return;
    U.report(Id::BytesAsStruct, Each.Where->getBeginLoc(), {D->getNameAsString(), Each.Is.getUnqualifiedType().getAsString()});
  }

  const Facts &F;
  DenseSet<const ValueDecl *> Blocks; ///< that are given a block of characters
  std::vector<Use> Uses, Handed;      ///< here; by what is called
  std::vector<std::pair<const CallExpr *, const FunctionDecl *>> Calls;
  std::map<const ParmVarDecl *, QualType> Parameters; ///< to bytes, and what the function puts there
};

} // namespace

void warnOfTextBlocks(Unit &U, const Facts &F, LiveAcross &Live) {
  Finder Found(U, Live, F);
  Found.run();
  Found.judge(ToldBlocks(F));
}

} // namespace ckpt
