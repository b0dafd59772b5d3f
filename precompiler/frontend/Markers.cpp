//===- Markers.cpp - what exclude and hooks become for Clang -------------------===//
#include "Markers.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

std::vector<StringRef> splitAtCommas(StringRef S) {
  std::vector<StringRef> Parts;
  int Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I < S.size(); ++I) {
    char C = S[I];
    if (C == '"' || C == '\'') {
      for (++I; I < S.size() && S[I] != C; ++I)
        I += S[I] == '\\';
    } else if (C == '(' || C == '[' || C == '{') {
      ++Depth;
    } else if (C == ')' || C == ']' || C == '}') {
      --Depth;
    } else if (C == ',' && !Depth) {
      Parts.push_back(S.slice(Begin, I).trim());
      Begin = I + 1;
    }
  }
  Parts.push_back(S.drop_front(Begin).trim());
  return Parts;
}

std::string excludeMarkers(StringRef Argument, bool InFunction, unsigned N, std::string &Error) {
  std::string Markers;
  unsigned Part = 0;
  for (StringRef What : splitAtCommas(Argument)) {
    if (What.empty()) {
      Error = "expected #pragma ckpt exclude(variable or *pointer, ...)";
      return "";
    }
    bool Block = What.starts_with("*");
    if (Block && !InFunction) {
      Error = "#pragma ckpt exclude(*pointer) is about the block that the pointer leads to when it is passed: it must stand in a function's body";
      return "";
    }
    if (Block)
      Markers += ("__ckpt_exclude_block(&(" + What + "));").str();
    else if (InFunction)
      Markers += ("__ckpt_exclude(sizeof(" + What + "));").str();
    else
      Markers += ("typedef __typeof__(" + What + ") __ckpt_excluded_" + Twine(N) + "_" + Twine(Part++) + ";").str();
  }
  return Markers;
}

std::string noSiteMarkers(StringRef Argument, unsigned N) {
  std::string Markers;
  unsigned Part = 0;
  for (StringRef Name : splitAtCommas(Argument))
    Markers += ("typedef __typeof__(" + Name + ") __ckpt_no_site_" + Twine(N) + "_" + Twine(Part++) + ";").str();
  return Markers;
}

static StringRef nameOf(Hook H) { return H == Hook::Restart ? "on_restart" : "on_checkpoint"; }

std::string hookFunction(Hook H, StringRef Call, unsigned N) {
  return ("__attribute__((__unused__)) static void ckptg_" + nameOf(H) + "_" + Twine(N) + "(void) { (void)(" + Call + "); }").str();
}

std::string hookStatement(Hook H, StringRef Call, unsigned Site) {
  std::string Now = H == Hook::Restart ? "__ckpt_now(" + std::to_string(Site) + ")" : "0";
  return (" __ckpt_" + nameOf(H) + "(" + Twine(Site) + ", __ckpt_at_times && ((" + Now + ", (" + Call + ")), 0));").str();
}

static StringRef calleeOf(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *C = E ? dyn_cast<CallExpr>(E->IgnoreParens()) : nullptr;
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() ? F->getName() : StringRef();
}

/// The hook whose name stands behind that prefix.
static std::optional<Hook> hookNamed(StringRef Name, StringRef Prefix, StringRef Suffix = "") {
  for (Hook H : {Hook::Restart, Hook::Checkpoint})
    if (Suffix.empty() ? Name == (Prefix + nameOf(H)).str() : Name.starts_with((Prefix + nameOf(H) + Suffix).str()))
      return H;
  return std::nullopt;
}

std::optional<std::pair<Hook, int>> hookMark(const Stmt *S) {
  std::optional<Hook> H = hookNamed(calleeOf(S), "__ckpt_");
  if (!H)
    return std::nullopt;
  const auto *C = cast<CallExpr>(cast<Expr>(S)->IgnoreParens());
  const auto *N = cast<IntegerLiteral>(C->getArg(0)->IgnoreParenImpCasts());
  return std::make_pair(*H, static_cast<int>(N->getValue().getZExtValue()));
}

int nowOf(const CallExpr *C) {
  const auto *N = calleeOf(C) == "__ckpt_now" ? dyn_cast<IntegerLiteral>(C->getArg(0)->IgnoreParenImpCasts()) : nullptr;
  return N ? static_cast<int>(N->getValue().getZExtValue()) : -1;
}

const Expr *hookExpression(const CallExpr *Mark) {
  const auto *AtTimes = cast<BinaryOperator>(Mark->getArg(1)->IgnoreParenImpCasts());
  const auto *Zero = cast<BinaryOperator>(AtTimes->getRHS()->IgnoreParenImpCasts());
  return cast<BinaryOperator>(Zero->getLHS()->IgnoreParenImpCasts())->getRHS();
}

std::optional<Hook> hookOf(const FunctionDecl *F) {
  return F->getIdentifier() ? hookNamed(F->getName(), "ckptg_", "_") : std::nullopt;
}

constexpr llvm::StringLiteral ExcludedMarker = "__ckpt_excluded_", NoSiteMarker = "__ckpt_no_site_";

/// The expression that a marker, which is a typedef, is about.
static const Expr *typedefOf(const TypedefNameDecl *T, StringRef Prefix) {
  if (!T->getIdentifier() || !T->getName().starts_with(Prefix))
    return nullptr;
  const auto *Of = dyn_cast<TypeOfExprType>(T->getUnderlyingType().getTypePtr());
  return Of ? Of->getUnderlyingExpr()->IgnoreParens() : nullptr;
}

const Expr *excludedBy(const TypedefNameDecl *T) { return typedefOf(T, ExcludedMarker); }

const Expr *noSiteIn(const TypedefNameDecl *T) { return typedefOf(T, NoSiteMarker); }

bool isMarkerOfType(const TypedefNameDecl *T) {
  return T->getIdentifier() && (T->getName().starts_with(ExcludedMarker) || T->getName().starts_with(NoSiteMarker)) &&
         isa<TypeOfType>(T->getUnderlyingType().getTypePtr());
}

const Expr *excludedBy(const CallExpr *C) {
  if (calleeOf(C) != "__ckpt_exclude")
    return nullptr;
  const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(C->getArg(0)->IgnoreParenImpCasts());
  return Size && !Size->isArgumentType() ? Size->getArgumentExpr()->IgnoreParens() : C->getArg(0);
}

const Expr *excludedBlock(const CallExpr *C) {
  if (calleeOf(C) != "__ckpt_exclude_block")
    return nullptr;
  return C->getArg(0)->IgnoreParenImpCasts();
}

} // namespace ckpt
