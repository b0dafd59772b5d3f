//===- MpiNumbers.cpp - layouts and addresses that MPI tells -----------------===//
#include "MpiNumbers.h"
#include "Portability.h"
#include "UnitWalk.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Predefined datatypes by their numbers (runtime/mpi/basics.def).
enum Basic { Char = 1, UnsignedChar = 3, Byte = 4, Long = 9, UnsignedLong = 10, LastInteger = 23, Int8 = 15, UInt8 = 16 };

class Finder : public UnitWalk<Finder> {
public:
  using UnitWalk::UnitWalk;

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || !U.inText(Call->getBeginLoc()))
      return true;
    StringRef Name = Callee->getName();
    if (!Name.consume_front("PMPI_") && !Name.consume_front("MPI_"))
      return true;
    if (Name == "Get_address" || Name == "Address")
      out(Call, 1, Id::AddressAsNumber, "");
    else if (Name == "Aint_diff" && isKeptResult(Call))
      U.report(Id::LayoutAsNumber, Call->getBeginLoc(), {"displacement"});
    else if (StringRef What = StringSwitch<StringRef>(Name)
                                  .Cases("Type_get_extent", "Type_get_extent_x", "Type_get_true_extent", "Type_get_true_extent_x", "Type_extent", "extent")
                                  .Cases("Type_size", "Type_size_x", "size")
                                  .Default("");
             !What.empty() && Call->getNumArgs() >= 2 && !isSameEverywhere(Call->getArg(0)))
      out(Call, Call->getNumArgs() - 1, Id::LayoutAsNumber, What);
    buffers(Call, Callee);
    return true;
  }

private:
  /// The number of a predefined datatype; 0 of others.
  int64_t basic(const Expr *Type) {
    Expr::EvalResult R;
    return !Type->isValueDependent() && Type->EvaluateAsInt(R, U.ctx()) ? R.Val.getInt().getExtValue() : 0;
  }

  bool isSameEverywhere(const Expr *Type) {
    int64_t Number = basic(Type);
    return Number >= Char && Number <= LastInteger && Number != Long && Number != UnsignedLong;
  }

  bool isCharacters(const Expr *Type) {
    int64_t Number = basic(Type);
    return (Number >= Char && Number <= UnsignedChar) || Number == Int8 || Number == UInt8;
  }

  /// Is what a call writes there looked at when a site has been passed? Most datatypes are made on the spot, of locals that nobody needs any more.
  bool isKept(const Expr *Out) {
    Out = Out->IgnoreParenCasts();
    while (true) {
      if (const auto *O = dyn_cast<UnaryOperator>(Out); O && O->getOpcode() == UO_AddrOf)
        Out = O->getSubExpr()->IgnoreParenCasts();
      else if (const auto *A = dyn_cast<ArraySubscriptExpr>(Out))
        Out = A->getBase()->IgnoreParenCasts();
      else if (const auto *B = dyn_cast<BinaryOperator>(Out); B && B->isAdditiveOp())
        Out = B->getLHS()->IgnoreParenCasts();
      else if (const auto *M = dyn_cast<MemberExpr>(Out); M && !M->isArrow())
        Out = M->getBase()->IgnoreParenCasts();
      else
        break;
    }
    const auto *R = dyn_cast<DeclRefExpr>(Out);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    return !V || isKept(V);
  }

  bool isKept(const VarDecl *V) { return V->hasLocalStorage() ? Live.namedAfter(V, Current) : Keep.keptIn(V, Current); }

  bool isKeptResult(const Expr *E) {
    DynTypedNodeList Parents = U.ctx().getParents(*E);
    while (!Parents.empty() && (Parents[0].get<ParenExpr>() || Parents[0].get<CastExpr>())) {
      E = Parents[0].get<Expr>();
      Parents = U.ctx().getParents(*E);
    }
    if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
      return isKept(V);
    const auto *O = Parents.empty() ? nullptr : Parents[0].get<BinaryOperator>();
    return O && O->isAssignmentOp() ? isKept(O->getLHS()) : Keep.keeps(E, Current, Followed::Layout);
  }

  void out(const CallExpr *Call, unsigned At, Id What, StringRef Text) {
    if (Call->getNumArgs() > At && isKept(Call->getArg(At)))
      U.report(What, Call->getBeginLoc(), Text.empty() ? std::vector<std::string>() : std::vector<std::string>{Text.str()});
  }

  /// Objects whose bytes are sent or received as so many characters.
  void buffers(const CallExpr *Call, const FunctionDecl *Callee) {
    for (unsigned I = 0; I + 2 < Call->getNumArgs() && I < Callee->getNumParams(); I++) {
      if (!Callee->getParamDecl(I)->getType()->isVoidPointerType())
        continue;
      unsigned Type = I + 1;
      while (Type < Callee->getNumParams() && !isDatatype(Callee->getParamDecl(Type)->getType()))
        Type++;
      bool Characters = Type < Callee->getNumParams() && isCharacters(Call->getArg(Type));
      QualType Is = Characters || (Type < Callee->getNumParams() && basic(Call->getArg(Type)) == Byte) ? pointeeBehindCasts(Call->getArg(I)) : QualType();
      if (std::string Way; !Is.isNull() && leadsElsewhere(Is, Way)) {
        U.report(Id::MpiPointers, Call->getBeginLoc(), {Is.getUnqualifiedType().getAsString(), Way.empty() ? "" : " ('" + Way + "')"});
        return;
      }
      if (Characters && !Is.isNull() && isWide(U.ctx(), Is)) {
        U.report(Id::MpiCharacters, Call->getBeginLoc(), {Is.getUnqualifiedType().getAsString()});
        return;
      }
    }
  }

  /// Is it a pointer, or does it hold one? Which member that is.
  bool leadsElsewhere(QualType T, std::string &Way) {
    T = U.ctx().getBaseElementType(T);
    if (T->isPointerType())
      return true;
    const RecordDecl *R = T->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    for (const FieldDecl *F : R ? R->fields() : RecordDecl::field_range(RecordDecl::field_iterator(), RecordDecl::field_iterator()))
      if (leadsElsewhere(F->getType(), Way)) {
        Way = F->getNameAsString() + (Way.empty() ? "" : "." + Way);
        return true;
      }
    return false;
  }

  static bool isDatatype(QualType T) {
    const auto *D = T->getAs<TypedefType>();
    return D && D->getDecl()->getName() == "MPI_Datatype";
  }
};

} // namespace

void warnOfMpiNumbers(Unit &U, LiveAcross &Live) {
  Finder(U, Live).run();
}

} // namespace ckpt
