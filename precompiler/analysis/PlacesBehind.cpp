//===- PlacesBehind.cpp - where allocators put memory behind their headers ----------===//
#include "PlacesBehind.h"
#include "PointerBody.h"
#include "Portability.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

QualType pointee(QualType T) { return T->isPointerType() ? T->getPointeeType() : QualType(); }

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Unit &U, std::map<const RecordDecl *, uint64_t> &Places) : U(U), Places(Places) {}

  // memset((char *)h + sizeof *h, 0, n): nothing is kept there.
  bool VisitCallExpr(CallExpr *X) {
    if (const FunctionDecl *Callee = X->getDirectCallee(); Callee && isLibraryFunction(U, Callee))
      for (const Expr *E : X->arguments())
        Passing.insert(E->IgnoreParenCasts());
    return true;
  }
  // (char *)h + 16, wherever else it goes.
  bool VisitBinaryOperator(BinaryOperator *O) {
    if (O->isAdditiveOp() && leadsToBytes(O->getType()))
      noteOut(O);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *O) {
    if (O->getOpcode() == UO_AddrOf && leadsToBytes(O->getType()))
      noteOut(O);
    return true;
  }
  bool VisitCastExpr(CastExpr *C) {
    QualType From = pointee(C->getSubExpr()->getType()), To = pointee(C->getType());
    if (To.isNull())
      return true;
    // return h->text;
    if (C->getCastKind() == CK_ArrayToPointerDecay && isBytes(To))
      noteOut(C);
    // return h + 1;
    if (const RecordDecl *R = recordOf(From); R && R != recordOf(To))
      noteOut(C->getSubExpr(), sizeOf(From)); // further on are the elements of an array
    // (struct header *)((char *)p - 16)
    if (const RecordDecl *R = recordOf(To); R && R != recordOf(From))
      noteBack(R, C->getSubExpr());
    return true;
  }
  // ((struct header *)p)[-1]
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *S) {
    if (const RecordDecl *R = recordOf(S->getType()); R && constant(S->getIdx()) == -1 && isFromElsewhere(S->getBase(), R))
      note(R, sizeOf(S->getType()));
    return true;
  }
  // (struct header *)p - 1
  bool VisitImplicitStep(const BinaryOperator *O) {
    const RecordDecl *R = recordOf(pointee(O->getType()));
    if (R && isFromElsewhere(O->getLHS(), R) && constant(O->getRHS()) == (O->getOpcode() == BO_Sub ? 1 : -1))
      note(R, sizeOf(pointee(O->getType())));
    return true;
  }
  bool TraverseBinaryOperator(BinaryOperator *O, DataRecursionQueue *Queue = nullptr) {
    if (O->isAdditiveOp() && O->getType()->isPointerType() && O->getLHS()->getType()->isPointerType())
      VisitImplicitStep(O);
    return RecursiveASTVisitor<Finder>::TraverseBinaryOperator(O, Queue);
  }

private:
  static const RecordDecl *recordOf(QualType T) {
    const auto *R = T.isNull() ? nullptr : T->getAs<RecordType>();
    return R && !R->getDecl()->isUnion() ? R->getDecl()->getDefinition() : nullptr;
  }
  int64_t sizeOf(QualType T) const {
    return T->isVoidType() || T->isFunctionType() ? 1 : T->isIncompleteType() || T->isVariablyModifiedType() ? 0 : U.ctx().getTypeSizeInChars(T).getQuantity();
  }
  /// An integer that the compiler knows; or 0.
  int64_t constant(const Expr *E) const {
    Expr::EvalResult R;
    return !E->isValueDependent() && E->EvaluateAsInt(R, U.ctx()) && R.Val.getInt().getSignificantBits() <= 63 ? R.Val.getInt().getExtValue() : 0;
  }

  /// Takes steps by constants off an address, and adds their bytes up. False: a step is not known.
  bool strip(const Expr *&E, int64_t &Bytes) const {
    Bytes = 0;
    while (true) {
      E = E->IgnoreParenCasts();
      if (const auto *O = dyn_cast<BinaryOperator>(E); O && O->isAdditiveOp() && O->getType()->isPointerType()) {
        bool Left = O->getLHS()->getType()->isPointerType();
        int64_t Steps = constant(Left ? O->getRHS() : O->getLHS());
        if (!Steps)
          return false;
        Bytes += (O->getOpcode() == BO_Sub ? -Steps : Steps) * sizeOf(O->getType()->getPointeeType());
        E = Left ? O->getLHS() : O->getRHS();
      } else if (const auto *A = dyn_cast<UnaryOperator>(E); A && A->getOpcode() == UO_AddrOf) {
        const auto *S = dyn_cast<ArraySubscriptExpr>(A->getSubExpr()->IgnoreParens());
        int64_t Steps = S ? constant(S->getIdx()) : 0;
        if (!Steps || !S->getBase()->IgnoreParenImpCasts()->getType()->isPointerType())
          return false;
        Bytes += Steps * sizeOf(S->getType());
        E = S->getBase();
      } else if (const auto *M = dyn_cast<MemberExpr>(E); M && M->isArrow() && M->getType()->isArrayType()) {
        const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
        if (!F || F->getParent()->isUnion() || F->getParent()->isInvalidDecl())
          return false;
        Bytes += U.ctx().toCharUnitsFromBits(static_cast<int64_t>(U.ctx().getFieldOffset(F))).getQuantity();
        E = M->getBase();
      } else {
        return true;
      }
    }
  }

  /// Is it of another type but for casts to R?
  static bool isFromElsewhere(const Expr *E, const RecordDecl *R) {
    QualType T = pointee(E->IgnoreParenCasts()->getType());
    return !T.isNull() && recordOf(T) != R;
  }

  /// An address that leads out of a structure. Only: no further than that.
  void noteOut(const Expr *E, int64_t Only = 0) {
    int64_t Bytes;
    if (Passing.count(E->IgnoreParenCasts()) || !strip(E, Bytes) || Bytes <= 0 || (Only && Bytes != Only))
      return;
    QualType T = pointee(E->getType());
    if (const RecordDecl *R = recordOf(T))
      note(R, Bytes);
  }
  /// An address made the one of a structure that lies in front of it.
  void noteBack(const RecordDecl *R, const Expr *E) {
    int64_t Bytes;
    if (!strip(E, Bytes) || Bytes >= 0 || recordOf(pointee(E->getType())) == R)
      return;
    note(R, -Bytes);
  }
  void note(const RecordDecl *R, int64_t Bytes) {
    if (R->isInvalidDecl() || U.inSystemHeader(R->getLocation()) || Bytes < sizeOf(U.ctx().getRecordType(R)) || !Bytes)
      return;
    auto [At, New] = Places.try_emplace(R, static_cast<uint64_t>(Bytes));
    if (!New && At->second != static_cast<uint64_t>(Bytes))
      At->second = PlacesBehind::Several;
  }

  Unit &U;
  std::map<const RecordDecl *, uint64_t> &Places;
  SmallPtrSet<const Expr *, 16> Passing; ///< arguments of library functions
};

} // namespace

PlacesBehind::PlacesBehind(Unit &U) {
  Finder(U, Places).TraverseDecl(U.ctx().getTranslationUnitDecl());
  if (Places.empty())
    return;
  for (const Decl *D : U.ctx().getTranslationUnitDecl()->decls()) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || !F->doesThisDeclarationHaveABody() || !leadsToBytes(F->getReturnType()))
      continue;
    PointerBody In;
    In.TraverseStmt(F->getBody());
    for (const auto &[V, Values] : In.Values)
      if (In.isPopped(V)) {
        const RecordDecl *R = V->getType()->getPointeeType()->getAsRecordDecl();
        All |= !R;
        Reused.insert(R ? R->getDefinition() : nullptr);
      }
  }
}

uint64_t PlacesBehind::of(const RecordDecl *R) const {
  auto At = Places.find(R);
  return At == Places.end() ? None : At->second;
}

} // namespace ckpt
