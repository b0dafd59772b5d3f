//===- FrameResume.cpp - resume points, headers and tables of a frame ---------===//
#include "FrameEmitter.h"
#include "StaticLiterals.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

bool isVaList(QualType T) {
  if (const auto *D = T->getAs<DecayedType>()) // a parameter
    T = D->getOriginalType();
  while (true) {
    if (const auto *TD = T->getAs<TypedefType>()) {
      StringRef N = TD->getDecl()->getName();
      if (N == "__builtin_va_list" || N == "va_list" || N == "__gnuc_va_list")
        return true;
      T = TD->desugar();
      continue;
    }
    const auto *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
    return R && R->getIdentifier() &&
           (R->getName() == "__va_list_tag" || R->getName() == "__va_list");
  }
}

namespace {
/// Variables mentioned in an expression, but for one call's own arguments:
/// those have been read when it is made.
class Mentioned : public RecursiveASTVisitor<Mentioned> {
public:
  Mentioned(llvm::DenseSet<const VarDecl *> &Into, const CallExpr *Skip) : Into(Into), Skip(Skip) {}
  bool TraverseCallExpr(CallExpr *C) {
    return C == Skip || RecursiveASTVisitor::TraverseCallExpr(C);
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      Into.insert(V);
    return true;
  }

private:
  llvm::DenseSet<const VarDecl *> &Into;
  const CallExpr *Skip;
};
} // namespace

/// Is a variable's value needed behind a resume point, whatever --ckpt-no-liveness says? A jump may lead back to setjmp.
bool FrameEmitter::isNeeded(const CallExpr *C, const VarDecl *V) const {
  return Live.isReadAfter(C, V) || any_of(Ready.Jumps, [&](const CallExpr *J) { return Live.isReadAfter(J, V); });
}

void FrameEmitter::refuseLateLocals(const CallExpr *C) {
  for (const VarDecl *V : Late.at(C)) {
    if (!isNeeded(C, V) || !Refused.insert(V).second)
      continue;
    U.report(Id::LateLocal, C->getBeginLoc(), {V->getName().str()});
    U.note(V->getLocation(), "it is declared here");
  }
}

unsigned FrameEmitter::newResume(const CallExpr *C, std::string Callee,
                                 std::string Site) {
  ResumeSlot R;
  R.Callee = std::move(Callee);
  R.Site = std::move(Site);
  R.Line = U.line(C->getBeginLoc());
  llvm::DenseSet<const VarDecl *> InFull;
  for (const Expr *E : Full)
    Mentioned(InFull, C).TraverseStmt(const_cast<Expr *>(E));
  // A jump may lead back to setjmp: what is live there is live here. OpenMP's constructs are not looked into; nor are the bounds in types, by
  // Clang's graph, but for those of arrays that are declared.
  auto whyLive = [&](const VarDecl *V) {
    return InFull.count(V)           ? Why::Expression
           : Ready.InBounds.count(V) ? Why::Read
           : F.InOpenMP.count(V)     ? Why::OpenMP
           : Live.isLiveAfter(C, V)  ? Why::Read
           : any_of(Ready.Jumps, [&](const CallExpr *J) { return Live.isLiveAfter(J, V); }) ? Why::Jump
                                                                                             : Why::Dead;
  };
  auto why = [&](const LocalSlot &L) {
    if (!L.Decl)
      return Why::Value;
    Why Alive = whyLive(L.Decl);
    if (L.Memory ? (Alive == Why::Dead || Alive == Why::Read) && Dead.containsAt(C, L.Decl) && !Ready.InBounds.count(L.Decl) : Alive == Why::Dead)
      return Why::Dead;
    return F.Excluded.count(L.Decl->getCanonicalDecl()) ? Why::Excluded : L.Memory ? Why::Address : Alive;
  };
  if (!Restart)
    refuseLateLocals(C);
  if (!Restart)
    Decisions.push_back({C, {}});
  for (const LocalSlot &L : Scope) {
    if (L.Mark) {
      R.Variable.push_back(L.Mark);
      continue;
    }
    Why Reason = why(L);
    if (!Restart)
      Decisions.back().Locals.push_back({L.User, L.Decl, Reason});
    if (Reason == Why::Dead)
      continue;
    if (L.Decl && isVaList(L.Decl->getType())) {
      if (isNeeded(C, L.Decl) || InFull.count(L.Decl) || Ready.InBounds.count(L.Decl) || F.InOpenMP.count(L.Decl)) {
        if (!Restart && Refused.insert(L.Decl).second) {
          std::string At = R.Callee == "0" ? "checkpoint site" : "call that can reach a checkpoint site";
          U.report(Id::VaListLive, L.Decl->getLocation(), {"'" + L.User + "' is", " that is live at a " + At});
          U.note(C->getBeginLoc(), "it is live here");
        }
      }
      continue;
    }
    bool Excluded = Reason == Why::Excluded;
    if (Excluded && !L.Memory)
      continue;
    R.Locals.push_back(L);
    R.Locals.back().Excluded = Excluded;
  }
  if (!Restart)
    for (const LocalSlot &L : R.Locals) {
      TypeTables::Obstacle O = Types.obstacle(L.Type);
      if (!O || L.Excluded || (L.Decl && !Refused.insert(L.Decl).second)) // of what is left out nothing is in an image
        continue;
      SourceLocation At = L.Decl ? L.Decl->getLocation() : C->getBeginLoc();
      O.report(U, At, "'" + L.User + "' is live at the resume point in line " + Twine(R.Line) + " and");
    }
  Resumes.push_back(std::move(R));
  return Resumes.size() - 1;
}

std::string FrameEmitter::addresses(const ResumeSlot &R, bool Capture) const {
  if (R.Locals.empty())
    return "0";
  std::string S = "(void *const []){ ";
  for (size_t I = 0; I < R.Locals.size(); ++I) {
    const LocalSlot &L = R.Locals[I];
    if (L.Memory)
      S += "(void *)" + std::string(L.Vla ? "" : "&") + L.Code;
    else
      S += Capture ? "(void *)&ckptg_c" + std::to_string(I) : "0";
    S += I + 1 < R.Locals.size() ? ", " : " }";
  }
  return S;
}

std::string FrameEmitter::sizes(const ResumeSlot &R) const {
  bool Any = false;
  std::string S = "(const ckptg_size []){ ";
  for (size_t I = 0; I < R.Locals.size(); ++I) {
    Any |= R.Locals[I].Vla;
    S += R.Locals[I].Vla ? "sizeof " + R.Locals[I].Whole : "0";
    S += I + 1 < R.Locals.size() ? ", " : " }";
  }
  return Any ? S : "0";
}

std::string FrameEmitter::capture(unsigned K) const {
  const ResumeSlot &R = Resumes[K];
  std::string S = "{ ";
  for (size_t I = 0; I < R.Locals.size(); ++I)
    if (!R.Locals[I].Memory)
      S += "__typeof__(" + R.Locals[I].Code + ") ckptg_c" + std::to_string(I) + " = " +
           R.Locals[I].Code + "; ";
  S += checkJumps() + "ckptg_capture(&" + Name + ", " + std::to_string(K) + ", " + addresses(R, true) + ", " +
       sizes(R) + ", __builtin_return_address(0)); " + dummyReturn() + " }";
  return S;
}

std::string FrameEmitter::bind(unsigned K) {
  const ResumeSlot &R = Resumes[K];
  std::string S = "{ void *const *ckptg_v = ckptg_bind(&" + Name + ", " + std::to_string(K) +
                  ", " + addresses(R, false) + ", " + sizes(R) + "); (void)ckptg_v; ";
  for (size_t I = 0; I < R.Locals.size(); ++I)
    if (!R.Locals[I].Memory)
      S += R.Locals[I].Code + " = *(__typeof__(" + R.Locals[I].Code + ") *)ckptg_v[" +
           std::to_string(I) + "]; ";
  if (!Variable.empty())
    S += "ckptg_k = ~0u; ";
  return S + rearm() + "}";
}

std::string FrameEmitter::dummyReturn() const {
  QualType T = Fn.Decl->getReturnType();
  if (T->isVoidType())
    return "return;";
  if (T->isRecordType() || T->isVectorType())
    return "return (" + Text.name(T) + "){};";
  return "return 0;";
}

namespace {
QualType functionType(const CallExpr *C) {
  QualType Callee = C->getCallee()->getType();
  const auto *Pointer = Callee->getAs<PointerType>();
  return Pointer ? Pointer->getPointeeType() : Callee;
}

/// Do bounds in the function's type depend on its parameters?
bool takesVariable(QualType Function) {
  const auto *Proto = Function->getAs<FunctionProtoType>();
  return Proto && (Proto->getReturnType()->isVariablyModifiedType() || any_of(Proto->param_types(), [](QualType P) { return P->isVariablyModifiedType(); }));
}
} // namespace

std::string FrameEmitter::dummyArguments(const CallExpr *C) const {
  std::string S;
  auto add = [&](QualType T) {
    if (!S.empty())
      S += ", ";
    T = T.getCanonicalType().getUnqualifiedType();
    // A null pointer constant goes with every pointer, whatever the calling convention or the bounds of what it leads to.
    S += T->isPointerType() ? "(void *)0"
       : T->isRecordType() || T->isVectorType() ? "(" + Text.name(T) + "){}"
                                                : "(" + Text.name(T) + ")0";
  };
  if (const auto *Proto = functionType(C)->getAs<FunctionProtoType>()) {
    for (QualType P : Proto->param_types())
      add(P);
  } else {
    for (const Expr *A : C->arguments())
      add(A->getType());
  }
  return "(" + S + ")";
}

std::string FrameEmitter::callResume(const CallExpr *C, const std::string &Callee,
                                     const std::string &Args, const std::string &Temp) {
  const FunctionDecl *D = C->getDirectCallee();
  unsigned K = newResume(C, D && D->getIdentifier() ? quoted(D->getName()) : "\"*\"", "0");
  auto into = [&](const std::string &Value) {
    return Temp.empty() ? Value + "; " : assign(Temp, C->getType(), Value);
  };
  std::string S;
  // What is declared of the function beside its type (alloc_size, nonnull) does not hold for arguments that nobody looks at.
  QualType Function = functionType(C);
  std::string Pointer = D && D->isImplicit() && !D->getBuiltinID() ? "int (*)()" // it is the call that declares it
                        : takesVariable(Function)                  ? "__typeof__(&*(" + Callee + "))"
                                                                   : Text.pointerTo(Function);
  if (Restart)
    S += "if (0) { ckptg_L" + std::to_string(K) + ":; " + bind(K) + " " + into("((" + Pointer + ")ckptg_next())" + dummyArguments(C)) + "} else ";
  S += into(Callee + Args);
  S += "if (ckptg_capturing) " + capture(K) + " ";
  return S;
}

/// What the line of site \p N says that a restart does first, or a checkpoint.
std::string FrameEmitter::hooks(Hook H, int N) {
  std::string S;
  for (const CallExpr *Mark : F.HookMarks)
    if (hookMark(Mark) == std::make_pair(H, N)) {
      const Expr *E = hookExpression(Mark);
      S += "(void)(" + U.edits().render(U.begin(E), U.end(E)) + "); ";
    }
  return S;
}

std::string FrameEmitter::emitSite(const CallExpr *C) {
  int N = siteIndex(C);
  const SitePragma &P = U.sites()[N];
  unsigned K = newResume(C, "0", P.Name.empty() ? "0" : quoted(P.Name));
  std::string S = "{ ";
  if (Restart)
    S += "if (0) { ckptg_L" + std::to_string(K) + ":; " + bind(K) + " ckptg_resumed(); ckptg_on_restart(1); " + hooks(Hook::Restart, N) +
         "ckptg_on_restart(0); } else ";
  if (C->getNumArgs() > 1)
    S += "if (" + lower(C->getArg(1), S) + ") ";
  std::string Before = hooks(Hook::Checkpoint, N);
  if (!Before.empty())
    Before = "{ ckptg_on_checkpoint(1); " + Before + "ckptg_on_checkpoint(0); ";
  S += "if (ckptg_visit()) if (ckptg_site(&" + Name + ", " +
       std::to_string(K) + ")) " + Before + capture(K) + (Before.empty() ? " }" : " } }");
  return S;
}

namespace {
/// Of an attribute list, "__attribute__((cold, ms_abi))" or "[[gnu::cold, gnu::ms_abi]]", what belongs to the types in a declaration, and what its code is
/// to be compiled with; the rest (names, linkage, promises to callers) is the function's own.
std::string typesAttributes(StringRef List) {
  static const StringSet<> Kept = {"ms_abi",    "sysv_abi", "cdecl",   "stdcall",  "fastcall",    "thiscall",       "vectorcall", "regparm",
                                   "sseregparm", "pcs",      "aarch64_vector_pcs", "mode",     "aligned",     "may_alias",      "vector_size", "target",
                                   "optimize",  "no_sanitize", "transparent_union", "force_align_arg_pointer"};
  const bool Brackets = List.starts_with("[");
  const char Opens = Brackets ? '[' : '(', Closes = Brackets ? ']' : ')';
  StringRef Inside = List.drop_front(List.find(Opens) + 1).drop_back();
  Inside = Inside.drop_front(std::min(Inside.find(Opens), Inside.size() - 1) + 1);
  Inside = Inside.take_front(Inside.rfind(Closes));
  std::string Out;
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I <= Inside.size(); ++I) {
    if (I < Inside.size() && (Inside[I] != ',' || Depth)) {
      Depth += Inside[I] == '(' ? 1 : Inside[I] == ')' ? -1 : 0;
      continue;
    }
    StringRef One = Inside.slice(Begin, I).trim();
    if (Brackets && !One.consume_front("gnu") && !One.consume_front("__gnu__"))
      One = "";
    One = One.ltrim(": \t\n");
    StringRef Word = One.take_until([](char C) { return C == '(' || isSpace(C); });
    if (Word.size() > 4 && Word.starts_with("__") && Word.ends_with("__"))
      Word = Word.drop_front(2).drop_back(2);
    if (Kept.contains(Word))
      Out += (Out.empty() ? "" : ", ") + One.str();
    Begin = I + 1;
  }
  return Out.empty() ? " " : "__attribute__((" + Out + "))";
}
} // namespace

/// The function's declaration up to its body. The restart copy is static, has
/// no attributes but those of types, and a name of its own; it keeps the parameters.
std::string FrameEmitter::header(bool RestartCopy) {
  const FunctionDecl *D = Fn.Decl;
  unsigned Begin = U.begin(D->getBeginLoc()), BodyBegin = U.begin(D->getBody());
  bool IsMain = D->isMain();
  if (!RestartCopy) // inlined, main would return to code that is not ours
    return std::string("__attribute__((section(\"ckptg_text\")") + (IsMain ? ", noinline" : "") +
           ")) " + U.edits().render(Begin, BodyBegin);
  // Drop storage classes and attributes from the rendered text, token by token.
  unsigned NameBegin = U.begin(D->getLocation()), NameEnd = U.end(D->getLocation());
  std::vector<Segment> Drop;
  static const StringSet<> Words = {"static", "extern", "inline", "__inline", "__inline__",
                                    "_Noreturn", "__noreturn__"};
  SourceManager &SM = U.sm();
  auto variableParameterAt = [&](unsigned Offset) -> const ParmVarDecl * {
    for (const ParmVarDecl *P : D->parameters())
      if (P->getType()->isVariablyModifiedType() && U.begin(P->getBeginLoc()) == Offset)
        return P;
    return nullptr;
  };
  auto countingParameterAt = [&](unsigned Offset) -> const ParmVarDecl * { // `int a[next()]`, a pointer: the bound has been evaluated
    for (const ParmVarDecl *P : D->parameters()) {
      const auto *Decayed = P->getType()->getAs<DecayedType>();
      const auto *Vla = Decayed ? U.ctx().getAsVariableArrayType(Decayed->getOriginalType()) : nullptr;
      if (Vla && Vla->getSizeExpr() && Vla->getSizeExpr()->HasSideEffects(U.ctx()) && U.begin(P->getBeginLoc()) == Offset)
        return P;
    }
    return nullptr;
  };
  SourceLocation At = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Begin);
  while (true) {
    Token Tok;
    if (Lexer::getRawToken(At, Tok, SM, U.ctx().getLangOpts(), true))
      break;
    unsigned TB = SM.getDecomposedLoc(Tok.getLocation()).second;
    if (TB >= BodyBegin || Tok.is(tok::eof))
      break;
    unsigned TE = TB + Tok.getLength();
    StringRef Word = U.text().substr(TB, TE - TB);
    if (Word == "__attribute__" || Word == "__attribute") {
      unsigned Depth = 0;
      for (TE = U.text().find('(', TE); TE < BodyBegin; ++TE) {
        Depth += U.text()[TE] == '(' ? 1 : U.text()[TE] == ')' ? -1 : 0;
        if (!Depth)
          break;
      }
      ++TE;
      Drop.push_back({TB, TE, typesAttributes(U.text().slice(TB, TE))});
    } else if (TB == NameBegin) {
      Drop.push_back({NameBegin, NameEnd, "ckptg_r_" + D->getName().str()});
    } else if (TB < NameBegin && Words.contains(Word)) {
      Drop.push_back({TB, TE, " "});
    } else if (const ParmVarDecl *P = variableParameterAt(TB)) {
      // Its type needs the saved bounds: it is declared again in the body.
      TE = std::max(U.end(P->getEndLoc()), U.end(P->getLocation()));
      Drop.push_back({TB, TE, "void *ckptg_u_" + P->getName().str()});
    } else if (const ParmVarDecl *P = countingParameterAt(TB)) {
      TE = std::max(U.end(P->getEndLoc()), U.end(P->getLocation()));
      Drop.push_back({TB, TE, Text.declare(P->getType(), U.edits().render(U.begin(P->getLocation()), U.end(P->getLocation())))});
    }
    At = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(TE);
  }
  std::string Types;
  for (unsigned Front = withAttributes(U.text(), Begin), End; Front < Begin; Front = End) {
    StringRef Lists = U.text().slice(Front, Begin);
    End = Front + std::min(Lists.find("]]"), Lists.size() - 2) + 2;
    if (size_t Open = Lists.find("[["); Open != StringRef::npos && Front + Open < End)
      Types += typesAttributes(U.text().slice(Front + Open, End));
  }
  return "static __attribute__((noinline, used, section(\"ckptg_text\"))) " + Types + U.edits().render(Begin, BodyBegin, Drop);
}

namespace {
/// Where a function is defined; of a static one in a header, each unit that
/// includes it has its own, which only the unit tells apart.
std::string definingFile(const Unit &U, const FunctionDecl *D) {
  std::string File = U.fileOf(D->getLocation());
  bool External = D->getFormalLinkage() == Linkage::External;
  return External || File == U.file() ? File : U.file() + " > " + File;
}
} // namespace

std::string FrameEmitter::emitTables() {
  const FunctionDecl *D = Fn.Decl;
  std::string S, Rows;
  for (size_t K = 0; K < Resumes.size(); ++K) {
    const ResumeSlot &R = Resumes[K];
    std::string Id = Name + "_l" + std::to_string(K);
    if (!R.Locals.empty()) {
      S += "static const ckptg_local " + Id + "[] = {\n";
      for (const LocalSlot &L : R.Locals)
        S += "  { " + quoted(L.User) + ", " + Types.ref(L.Type) + ", " +
             (L.Vla ? "CKPTG_L_MEMORY | CKPTG_L_VLA" : L.Memory ? "CKPTG_L_MEMORY" : "0") +
             (L.Excluded ? " | CKPTG_L_EXCLUDED" : "") + ", " +
             std::to_string(L.Line) + " },\n";
      S += "};\n";
    }
    Rows += "  { " + R.Callee + ", " + R.Site + ", " + std::to_string(R.Line) + ", " +
            std::to_string(R.Locals.size()) + ", " + (R.Locals.empty() ? "0" : Id) + " },\n";
  }
  S += "static const ckptg_resume " + Name + "_r[] = {\n" + Rows + "};\n";
  S += "static const ckptg_function " + Name + " = { " + quoted(D->getName()) + ", " +
       quoted(definingFile(U, D)) + ", " + std::to_string(U.line(D->getLocation())) + ", " +
       (D->getFormalLinkage() == Linkage::External ? "0" : "1") + ", " +
       std::to_string(Resumes.size()) + ", " + Name + "_r, (void (*)(void))ckptg_r_" +
       D->getName().str() + " };\n";
  return S;
}

} // namespace ckpt
