//===- Calls.cpp - library calls, and what declarations promise of functions ---===//
#include "Calls.h"
#include "StaticLiterals.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

void rewriteWrapped(Unit &U, const Facts &F) {
  std::set<const FunctionDecl *> Declared;
  for (const DeclRefExpr *R : F.WrappedRefs) {
    const auto *Fn = cast<FunctionDecl>(R->getDecl());
    std::string New = "ckptg_w_" + linkName(Fn).str(), Name = Fn->getName().str();
    const FunctionDecl *First = Fn->getFirstDecl(), *InText = nullptr;
    for (const FunctionDecl *D : First->redecls())
      if (U.inText(D->getLocation()) && !D->isImplicit() &&
          (!InText || U.begin(D->getBeginLoc()) < U.begin(InText->getBeginLoc())))
        InText = D;
    bool InFunction = InText && InText->getLexicalParent()->isFunctionOrMethod(); // its type has no name outside of it
    U.edits().replace(U.begin(R->getLocation()), U.end(R->getLocation()), InFunction ? "(*(__typeof__(&" + Name + "))(void *)" + New + ")" : New);
    if (!Declared.insert(First).second)
      continue;
    if (!InText || InFunction) {
      U.edits().insert(0, 0, 0, " int " + New + "();" + (U.text().starts_with("#") ? "\n" : " ")); // before a line marker
      continue;
    }
    std::string Declaration = " extern __typeof__(" + Name + ") " + New + ";";
    bool Body = InText->doesThisDeclarationHaveABody();
    unsigned At = Body ? U.end(InText->getBody()) : U.afterSemicolon(U.end(InText->getEndLoc()) - 1);
    U.edits().insert(At, Body ? At : At - 1, At, Declaration); // of what stands before it: a function may follow at once
  }
}

namespace {
class ForeignCalls : public RecursiveASTVisitor<ForeignCalls> {
public:
  ForeignCalls(Unit &U, CallOracle &Oracle) : U(U), Oracle(Oracle) {}
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (Oracle.IsCheckpointable(C) || siteIndex(C) >= 0)
      return true;
    if (!F) { // the address may be of a function that reaches a site, and have come from code that is not seen
      if (!isa<OpaqueValueExpr>(C->getCallee()->IgnoreParenImpCasts())) // OpenMP's, of a declared reduction: not in the text
        guard(C, "0");
      return true;
    }
    if (!F->getIdentifier() || F->getBuiltinID())
      return true;
    StringRef N = F->getName();
    if (N == "signal" || N == "atexit" || N == "pthread_create" || N == "sigaction" || N == "on_exit")
      return true; // keeps the function, does not call it
    bool TakesFunction = false;
    for (const Expr *A : C->arguments())
      TakesFunction |= A->getType()->isFunctionPointerType();
    if (TakesFunction)
      guard(C, quoted(N));
    return true;
  }

private:
  void guard(const CallExpr *C, const std::string &Callee) {
    std::string Foreign = "ckptg_foreign(" + Callee + ", " + quoted(U.fileOf(C->getBeginLoc())) +
                          ", " + std::to_string(U.line(C->getBeginLoc())) + ")";
    bool Void = C->getType()->isVoidType();
    std::pair<std::string, std::string> Wrap =
        Void ? std::make_pair(std::string("("),
                              ", __builtin_expect(ckptg_capturing, 0) ? " + Foreign + " : (void)0)")
             : std::make_pair(std::string("__extension__ ({ __auto_type ckptg_f = "),
                              "; if (__builtin_expect(ckptg_capturing, 0)) " + Foreign + "; ckptg_f; })");
    U.edits().wrap(U.begin(C), U.end(C), Wrap.first, Wrap.second);
  }
  Unit &U;
  CallOracle &Oracle;
};
} // namespace

void guardForeignCalls(Unit &U, const FunctionFacts &Fn, CallOracle &Oracle) {
  ForeignCalls(U, Oracle).TraverseDecl(const_cast<FunctionDecl *>(Fn.Decl));
}

namespace {

/// Blanks the words that promise the compiler something about a function, or, if it is one's own declaration,
/// say where it is to lie, in the attributes between two offsets.
void stripWords(Unit &U, unsigned Begin, unsigned End, bool OwnDeclaration) {
  static const StringSet<> Promises = {"noreturn", "pure", "const", "malloc", "returns_nonnull", "leaf", "unsequenced", "reproducible"};
  auto isTaken = [&](StringRef Word) { return Promises.contains(Word) || (OwnDeclaration && (Word == "always_inline" || Word == "section")); };
  StringRef T = U.text();
  auto isWord = [&](size_t I) { return I < T.size() && (isalnum(T[I]) || T[I] == '_'); };
  auto closing = [&](size_t Open) { // offset after the parenthesis, or bracket, that closes
    unsigned Depth = 0;
    const char Opens = T[Open], Closes = Opens == '(' ? ')' : ']';
    for (; Open < T.size(); ++Open) {
      Depth += T[Open] == Opens ? 1 : T[Open] == Closes ? -1 : 0;
      if (!Depth)
        return Open + 1;
    }
    return T.size();
  };
  auto fromPrefix = [&](size_t At) { // "gnu::pure"
    StringRef Before = T.take_front(At).rtrim();
    if (!Before.consume_back(":"))
      return At;
    Before = Before.rtrim().rtrim(':').rtrim();
    while (!Before.empty() && isWord(Before.size() - 1))
      Before = Before.drop_back();
    return Before.size();
  };
  size_t AttributeEnd = 0;
  for (size_t At = Begin; At < End;) {
    if (!isWord(At)) {
      if (T[At] == '[' && T.substr(At + 1).ltrim().starts_with("[") && At >= AttributeEnd)
        AttributeEnd = closing(At);
      ++At;
      continue;
    }
    size_t Stop = At;
    while (isWord(Stop))
      ++Stop;
    StringRef Word = T.slice(At, Stop);
    if (Word == "__attribute__" || Word == "__attribute") {
      AttributeEnd = closing(T.find('(', Stop));
    } else if (Word == "_Noreturn") {
      U.edits().replace(At, Stop, " ");
    } else if (At < AttributeEnd) {
      StringRef Bare = Word;
      if (Bare.consume_front("__"))
        Bare.consume_back("__");
      size_t Next = T.find_first_not_of(" \t\r\n", Stop);
      if (isTaken(Bare)) {
        if (Next != StringRef::npos && T[Next] == '(' && Next < AttributeEnd)
          Stop = closing(Next);
        U.edits().replace(fromPrefix(At), Stop, " ");
      } else if (Next != StringRef::npos && T[Next] == '(') {
        Stop = closing(Next); // arguments of another attribute
      }
    }
    At = Stop;
  }
}

class AttributeStripper : public RecursiveASTVisitor<AttributeStripper> {
public:
  AttributeStripper(Unit &U, llvm::function_ref<bool(const FunctionDecl *)> InClosure)
      : U(U), InClosure(InClosure) {}
  bool VisitFunctionDecl(FunctionDecl *D) {
    if (U.inText(D->getLocation()) && !D->isImplicit() && InClosure(D)) // also where a header of the system's declares it
      stripWords(U, withAttributes(U.text(), U.begin(D->getBeginLoc())),
                 D->doesThisDeclarationHaveABody() ? U.begin(D->getBody()) : U.afterSemicolon(U.end(D->getEndLoc()) - 1), true);
    return true;
  }
  // Pointers to functions, wherever they are declared.
  bool VisitDeclaratorDecl(DeclaratorDecl *D) {
    if (!isa<FunctionDecl>(D) && isOfFunction(D->getType()))
      strip(D, U.end(D->getEndLoc()));
    return true;
  }
  bool VisitTypedefNameDecl(TypedefNameDecl *D) {
    if (isOfFunction(D->getUnderlyingType()))
      strip(D, U.end(D->getEndLoc()));
    return true;
  }

private:
  /// What is promised of it Clang's type does not say: it knows no const and pure of pointers.
  static bool isOfFunction(QualType T) {
    while (T->isPointerType() || T->isArrayType())
      T = T->isPointerType() ? T->getPointeeType() : T->getAsArrayTypeUnsafe()->getElementType();
    return T->isFunctionType();
  }
  void strip(const Decl *D, unsigned End) {
    if (!U.inSystemHeader(D->getLocation()))
      stripWords(U, withAttributes(U.text(), U.begin(D->getBeginLoc())), std::max(End, U.endOfAttributes(End)), false);
  }
  Unit &U;
  llvm::function_ref<bool(const FunctionDecl *)> InClosure;
};

} // namespace

void stripAttributes(Unit &U, llvm::function_ref<bool(const FunctionDecl *)> InClosure) {
  AttributeStripper(U, InClosure).TraverseDecl(U.ctx().getTranslationUnitDecl());
}

} // namespace ckpt
