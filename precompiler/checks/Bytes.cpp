//===- Bytes.cpp - memory seen as bytes -------------------------------------------===//
#include "Checks.h"
#include "../analysis/ToldBlocks.h"
#include "../analysis/Portability.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecordLayout.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Bits of the type that belong to no member.
bool hasPadding(ASTContext &Ctx, QualType T) {
  T = Ctx.getBaseElementType(T);
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !(R = R->getDefinition()) || R->isUnion() || R->isInvalidDecl())
    return false;
  uint64_t At = 0;
  for (const FieldDecl *F : R->fields()) {
    if (Ctx.getFieldOffset(F) != At || hasPadding(Ctx, F->getType()))
      return true;
    At += F->isBitField() ? F->getBitWidthValue(Ctx) : F->getType()->isIncompleteType() ? 0 : Ctx.getTypeSize(F->getType());
  }
  return At != Ctx.getTypeSize(T);
}

/// The last member, if it is an array of one element.
const FieldDecl *trailingOne(ASTContext &Ctx, QualType T) {
  const RecordDecl *R = T.isNull() ? nullptr : T->getAsRecordDecl();
  if (!R || !(R = R->getDefinition()) || R->isUnion() || R->field_empty())
    return nullptr;
  const FieldDecl *Last = nullptr;
  for (const FieldDecl *F : R->fields())
    Last = F;
  const auto *A = Ctx.getAsConstantArrayType(Last->getType());
  return A && A->getSize() == 1 ? Last : nullptr;
}

class Bytes : public CheckWalk<Bytes> {
public:
  explicit Bytes(CheckContext &C) : CheckWalk(C) {}

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calledLibrary(C, Call);
    if ((Name == "memcmp" || Name == "bcmp") && Call->getNumArgs() == 3)
      compare(Call);
    if (Call->getNumArgs() < 3)
      return true;
    bool Stream = Name == "fwrite" || Name == "fread" || Name == "fwrite_unlocked" || Name == "fread_unlocked";
    if (Stream || Name == "write" || Name == "read" || Name == "pwrite" || Name == "pread" || Name == "pwrite64" || Name == "pread64")
      file(Call, Call->getArg(Stream ? 0 : 1), Name);
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *O) {
    if (O->getOpcode() == UO_Deref)
      firstByte(O, O->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    if (E->getIdx()->isEvaluatable(U.ctx()))
      firstByte(E, E->getBase());
    return true;
  }

  /// What the allocations of a unit say of their blocks.
  void blocks() {
    ToldBlocks Told(C.F);
    for (const Allocation &A : C.F.Allocations) {
      if (U.inSystemHeader(A.Call->getBeginLoc()) || (A.Name != "malloc" && A.Name != "realloc" && A.Name != "calloc"))
        continue;
      const FieldDecl *Last = trailingOne(U.ctx(), A.Size.T);
      if (Last && A.Name != "calloc" && isProduct(A.Call->getArg(A.Call->getNumArgs() - 1)))
        U.report(Id::TrailingArray, A.Call->getBeginLoc(), {A.Size.T.getUnqualifiedType().getAsString(), Last->getName().str()});
      if (isUntyped(A) && keptAsVoid(A.Call) && !Told.has(U.ctx(), A.Call))
        U.report(Id::UntypedBlock, A.Call->getBeginLoc());
    }
  }

private:
  /// n * sizeof(T), n not 1.
  bool isProduct(const Expr *Size) {
    const auto *B = dyn_cast<BinaryOperator>(bare(Size));
    return B && B->getOpcode() == BO_Mul;
  }

  static bool isUntyped(const Allocation &A) {
    return (A.Assigned.isNull() || A.Assigned->isVoidType()) && (A.Size.T.isNull() || A.Size.T->isVoidType() || A.Size.T->isCharType());
  }

  /// Is a void pointer that a checkpoint saves the first that the block has?
  bool keptAsVoid(const CallExpr *Call) {
    DynTypedNodeList Parents = U.ctx().getParents(*Call);
    const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
    const auto *O = dyn_cast_or_null<BinaryOperator>(P);
    if (O && O->getOpcode() == BO_Assign) {
      const Expr *To = O->getLHS()->IgnoreParens();
      const auto *R = dyn_cast<DeclRefExpr>(To);
      const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      return To->getType()->isVoidPointerType() && (V ? !V->hasLocalStorage() : isa<MemberExpr>(To));
    }
    return false;
  }

  void compare(const CallExpr *Call) {
    for (unsigned I = 0; I < 2; ++I) {
      QualType T = pointeeBehindCasts(Call->getArg(I));
      if (!T.isNull() && T->isRecordType() && hasPadding(U.ctx(), T))
        return U.report(Id::PaddingCompared, Call->getBeginLoc(), {T.getUnqualifiedType().getAsString()});
    }
  }

  void file(const CallExpr *Call, const Expr *Block, StringRef Name) {
    QualType T = pointeeBehindCasts(Block);
    if (isWide(U.ctx(), T))
      U.report(Id::BytesInFile, Call->getBeginLoc(), {Name.str(), T.getUnqualifiedType().getAsString()});
  }

    /// `*(char *)&number`, where the result is kept: which byte is first the machine says.
  void firstByte(const Expr *Whole, const Expr *Base) {
    const auto *X = dyn_cast<ExplicitCastExpr>(Base->IgnoreParenImpCasts());
    if (!X || !X->getType()->isPointerType() || !X->getType()->getPointeeType()->isCharType())
      return;
    const auto *Address = dyn_cast<UnaryOperator>(bare(X->getSubExpr()));
    if (!Address || Address->getOpcode() != UO_AddrOf)
      return;
    QualType T = Address->getSubExpr()->getType();
    if (T->isScalarType() && U.ctx().getTypeSizeInChars(T).getQuantity() > 1 && valueKept(Whole))
      U.report(Id::ByteOrder, Whole->getBeginLoc(), {T.getUnqualifiedType().getAsString()});
  }

  /// Is the value, or a truth value made of it, kept?
  bool valueKept(const Expr *E) {
    if (Keep.keeps(E, Current, Followed::Number))
      return true;
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*E);
      const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
      const auto *O = dyn_cast_or_null<BinaryOperator>(P);
      const auto *N = dyn_cast_or_null<UnaryOperator>(P);
      if ((O && O->isComparisonOp()) || (N && N->getOpcode() == UO_LNot))
        return Keep.keeps(P, Current, Followed::Number);
      if (!isa_and_nonnull<CastExpr, ParenExpr>(P))
        return false;
      E = P;
    }
  }
};

} // namespace

void checkBytes(CheckContext &C) {
  Bytes Check(C);
  Check.run();
  Check.blocks();
}

} // namespace ckpt
