//===- Pipeline.cpp - from preprocessed C to instrumented C -----------------===//
//
// Reads as the list of passes: parse, collect facts, check, then (emit only)
// padded arrays, names of literals, hoist, types of allocations, wrapped library calls, frames, tables.
//
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "AbiText.h"
#include "analysis/Aliases.h"
#include "analysis/DeadStatics.h"
#include "analysis/Facts.h"
#include "analysis/HandedOut.h"
#include "analysis/LibraryState.h"
#include "analysis/MpiNumbers.h"
#include "analysis/NoSite.h"
#include "analysis/Recomputed.h"
#include "analysis/ReplayState.h"
#include "analysis/Outside.h"
#include "analysis/Portability.h"
#include "analysis/Summary.h"
#include "analysis/TextBlocks.h"
#include "analysis/WordsOfBits.h"
#include "checks/Checks.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "frontend/Parse.h"
#include "rewrite/Allocations.h"
#include "rewrite/GivenBack.h"
#include "rewrite/Calls.h"
#include "rewrite/Changed.h"
#include "rewrite/Excluded.h"
#include "rewrite/Explained.h"
#include "rewrite/Frames.h"
#include "rewrite/Hoist.h"
#include "rewrite/NoSiteGuards.h"
#include "rewrite/Padding.h"
#include "rewrite/Replay.h"
#include "rewrite/StaticLiterals.h"
#include "rewrite/Tables.h"
#include "rewrite/TypesApart.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// A site must be a statement of a block, else it would become the body of an
/// `if` or a loop.
void checkSites(Unit &U, const Facts &F) {
  for (const CallExpr *C : F.SiteCalls) {
    const Stmt *S = C;
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*S);
      const auto *P = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
      if (isa_and_nonnull<CompoundStmt>(P)) {
        DynTypedNodeList Up = U.ctx().getParents(*P);
        if (!Up.empty() && Up[0].get<StmtExpr>())
          P = nullptr;
        else
          break;
      }
      if (isa_and_nonnull<LabelStmt>(P) || isa_and_nonnull<SwitchCase>(P)) {
        S = P;
        continue;
      }
      U.report(Id::SitePlace, C->getBeginLoc(), {"; here it would be the body of the statement before it"});
      break;
    }
  }
}

/// In every unit, also of a program without a site.
void checkMarks(Unit &U, const Facts &F) {
  for (const CallExpr *Mark : F.TypeMarks)
    checkTypeMark(U, Mark);
  checkExcluded(U, F);
  checkNoSite(U, F);
  checkReplayState(U, F);
  for (const CallExpr *Mark : F.ReplayMarks)
    if (!replayedCall(U, Mark))
      U.report(Id::ReplayCall, Mark->getBeginLoc(), {"#pragma ckpt replay must stand before a call"});
}

CallOracle oracleFor(const UnitSummary &S, const Closure &C) {
  std::set<std::string> Statics, Defined;
  for (const FunctionSummary &F : S.Functions)
    (F.IsStatic ? Statics : Defined).insert(F.Name);
  CallOracle O;
  std::string File = S.File;
  std::set<unsigned> const *Arities = &C.IndirectArities;
  unsigned AtLeast = C.VariadicAtLeast;
  const std::set<std::string> *Fns = &C.Functions;
  O.IsCheckpointable = [=](const CallExpr *Call) {
    if (siteIndex(Call) >= 0)
      return false;
    const FunctionDecl *Fn = Call->getDirectCallee();
    if (!Fn)
      return Arities->count(Call->getNumArgs()) > 0 || Call->getNumArgs() >= AtLeast;
    if (!Fn->getIdentifier())
      return false;
    std::string Name = Fn->getName().str();
    return Fns->count(Statics.count(Name) ? File + ":" + Name : Name) > 0;
  };
  return O;
}

/// `__func__` names the function in both copies, and is a literal like any other: pointers to it are carried.
void nameFunctions(Unit &U, const Facts &F) {
  for (auto [P, In] : F.FunctionNames)
    if (U.inText(P->getLocation()) && P->getFunctionName()) {
      bool Short = P->getIdentKind() == PredefinedIdentKind::PrettyFunction && In && In->getIdentifier() && !U.byClang(); // __func__ in gcc's C
      std::string Name = Short ? In->getName().str() : P->getFunctionName()->getString().str();
      U.edits().replace(U.begin(P->getLocation()), U.end(P->getLocation()),
                        "(*(const char (*)[" + std::to_string(Name.size() + 1) + "])" + quoted(Name) + ")");
    }
}

/// main becomes a function of ours; adapters in ckptg_text call its copies.
/// The empty asm keeps the call from becoming a tail call.
std::string renameMain(Unit &U, const FunctionDecl *Main) {
  for (const FunctionDecl *D : Main->redecls())
    if (U.inText(D->getLocation()))
      U.edits().replace(U.begin(D->getLocation()), U.end(D->getLocation()), "ckptg_program_main");
  static const char *const Args[] = {"", "argc", "argc, argv", "argc, argv, envp"};
  std::string Call = std::string("(") + Args[std::min(3u, Main->getNumParams())] + ")";
  bool Void = Main->getReturnType()->isVoidType();
  std::string S;
  for (bool Restart : {false, true})
    S += std::string("__attribute__((noinline, ") + (U.byClang() ? "" : "externally_visible, ") + "section(\"ckptg_text\"))) int ckptg_user_main" +
         (Restart ? "_restart" : "") + "(int argc, char **argv, char **envp) { (void)argc; (void)argv; (void)envp; " +
         (Void ? "int r = 0; " : "int r = ") + (Restart ? "ckptg_r_main" : "ckptg_program_main") + Call +
         "; __asm__ volatile (\"\" ::: \"memory\"); return r; }\n";
  return S;
}

/// `# 12 "heat.c"`: what follows stands at that place of the user's file.
std::string lineMark(const Unit &U, unsigned Offset) {
  SourceManager &SM = U.sm();
  SourceLocation L = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset);
  return "\n# " + std::to_string(U.line(L)) + " " + quoted(U.fileOf(L)) + "\n";
}

/// A header of ours as preprocessed text: what is pasted is not preprocessed again.
std::string preprocessed(StringRef Rest) {
  std::string Out;
  bool InMacro = false;
  while (!Rest.empty()) {
    auto [L, Tail] = Rest.split('\n');
    Rest = Tail;
    bool Directive = InMacro || L.starts_with("#");
    InMacro = Directive && L.ends_with("\\");
    if (!Directive)
      Out += L;
    Out += '\n';
  }
  auto put = [&](StringRef Name, StringRef With) {
    for (size_t At = 0; (At = Out.find(Name, At)) != std::string::npos; At += With.size())
      Out.replace(At, Name.size(), With);
  };
  put("CKPTG_HIDDEN", "__attribute__((visibility(\"hidden\")))");
  put("__SIZE_TYPE__", "__typeof__(sizeof(0))");
  put("static inline __attribute__", "static __inline__ __attribute__");
  return Out;
}

class MainReferences : public RecursiveASTVisitor<MainReferences> {
public:
  explicit MainReferences(Unit &U) : U(U) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *F = dyn_cast<FunctionDecl>(R->getDecl());
    if (F && F->isMain())
      U.edits().replace(U.begin(R->getLocation()), U.end(R->getLocation()), "ckptg_program_main");
    return true;
  }

private:
  Unit &U;
};

} // namespace

UnitSummary summarise(const UnitInput &In, Reports &Out, bool &Failed) {
  ParsedUnit P = parseUnit(In, Out);
  Failed = P.PragmaError;
  UnitSummary S;
  S.File = In.File;
  if (!P.AST) {
    S.Parsed = false;
    S.ParseError = (P.ErrorAt.Line ? P.ErrorAt.File + ":" + std::to_string(P.ErrorAt.Line) + ":" + std::to_string(P.ErrorAt.Column) + ": error: " : "") +
                   P.FirstError;
    S.HasSites = !P.Sites.empty();
    if (!Failed)
      reportNotParsed(P, Out);
    Failed |= S.HasSites;
    return S;
  }
  Unit U(In, P, Out);
  Facts F = collectFacts(U);
  checkSites(U, F);
  checkMarks(U, F);
  Variants Tagged(U);
  Changed Names(U, F);
  Failed |= U.failed();
  S = makeSummary(U, F);
  std::string Buffer;
  raw_string_ostream Stream(Buffer);
  Reports Kept(Stream);
  Unit Quiet(In, P, Kept);
  TypeText Text(Quiet);
  TypeTables Types(Quiet, Text, Tagged);
  Types.setRecast(F.RecastVectors, {});
  checkVariables(Quiet, Types, F);
  StaticLiterals(Quiet, F).check(Types, F);
  if (Quiet.failed() && S.HasSites && F.ThreadPrivate.isValid()) { // no use in going on to the link
    for (const Finding &X : Kept.all())
      Out.add(X);
    Failed = true;
  } else if (Quiet.failed()) {
    S.Refusals.push_back(Buffer);
  }
  return S;
}

/// emit(); \p Explained, if it is not null, gets what was decided, and why.
static EmitResult emitUnit(const UnitInput &In, const Closure &C, const EmitOptions &O, Reports &Out, std::vector<Explanation> *Explained) {
  EmitResult R;
  ParsedUnit P = parseUnit(In, Out);
  R.Text = In.Text;
  if (!P.AST) {
    R.Failed = P.PragmaError;
    if (!P.Sites.empty()) {
      reportNotParsed(P, Out);
      R.Failed = true;
    }
    return R;
  }
  Unit U(In, P, Out);
  U.setProgram(C);
  Facts F = collectFacts(U);
  UnitSummary S = makeSummary(U, F);
  checkSites(U, F);
  bool Frames = O.Frames && (C.touches(S));
  const std::vector<ForeignConstant> Foreign = foreignConstants(U, C);
  if (!S.NeedsTables && Foreign.empty() && !Frames && !O.Check && !Explained) {
    R.Failed = U.failed() || P.PragmaError;
    return R;
  }
  TypeText Text(U);
  Variants Tagged(U);
  Changed Changes(U, F);
  TypeTables Types(U, Text, Tagged);
  Types.setRecast(F.RecastVectors, C.RecastVectors);
  std::vector<const FunctionFacts *> Checkpointable; // in source order
  if (Frames)
    for (size_t I = 0; I < F.Functions.size(); ++I)
      if (C.contains(S, S.Functions[I]))
        Checkpointable.push_back(&F.Functions[I]);
  padArrays(U, Text, F, [&](const FunctionFacts &Fn) { return llvm::is_contained(Checkpointable, &Fn); });
  StaticLiterals Literals(U, F);
  Literals.declare(Text);
  shareOurs(U, F);
  HoistResult H = hoist(U, Text, F);
  CallOracle Oracle = oracleFor(S, C);
  nameFunctions(U, F);
  checkLibraryState(U, F);
  if (Frames || O.Check) {
    checkVariables(U, Types, F);
    Literals.check(Types, F);
    checkAliases(U, [&](StringRef Name) { return C.Functions.count(Name.str()) || C.Functions.count(S.File + ":" + Name.str()); });
  }
  keepPaddedTypes(U, Text); // before anything is rendered
  std::string NumberArrays;
  std::vector<std::string> Allocated = rewriteAllocations(U, Types, F, Oracle, NumberArrays);
  const FreeLists Lists(U, F);
  rewriteGivenBack(U, Types, Lists, Allocated);
  rewriteWrapped(U, F);
  rewriteExcluded(U, F);
  if (Frames)
    guardNoSite(U, F);
  ReplayTables Replayed = rewriteReplayed(U, Text, Types, F, Oracle);

  const FunctionDecl *Main = nullptr;
  for (const FunctionFacts *Fn : Checkpointable)
    if (Fn->Decl->isMain())
      Main = Fn->Decl;
  LiveAcross Live(
      F, [&](const CallExpr *Call) { return siteIndex(Call) >= 0 || Oracle.IsCheckpointable(Call); },
      [&](const FunctionDecl *D) {
        return any_of(Checkpointable, [&](const FunctionFacts *Fn) { return Fn->Decl->getCanonicalDecl() == D->getCanonicalDecl(); });
      });
  if (Frames || O.Check) {
    warnOfPortability(U, F, Live);
    warnOfMpiNumbers(U, Live);
    warnOfWordsOfBits(U, Live);
    warnOfOutside(U, Live);
    warnOfTextBlocks(U, F, Live);
    warnOfHandedOut(U, F, Lists, Live);
  }
  if (O.Check) {
    warnOfUntold(U, Types, F);
    runChecks({U, F, Live, *O.Check});
  }
  if (Frames)
    stripAttributes(U, [&](const FunctionDecl *D) {
      if (!D->getIdentifier())
        return false;
      bool Static = D->getFormalLinkage() != Linkage::External;
      return C.Functions.count((Static ? S.File + ":" : "") + D->getName().str()) > 0;
    });
  std::string Assertions =
      guardTypes(U, Oracle, [&](const FunctionDecl *D) { return any_of(Checkpointable, [&](const FunctionFacts *Fn) { return Fn->Decl == D; }); });
  std::vector<Prepared> Ready;
  for (const FunctionFacts *Fn : Checkpointable) {
    guardForeignCalls(U, *Fn, Oracle);
    Ready.push_back(prepareFrames(U, Text, Tagged, *Fn, Oracle));
  }
  std::string Adapters;
  if (Main) {
    Adapters = renameMain(U, Main);
    MainReferences(U).TraverseDecl(U.ctx().getTranslationUnitDecl());
  }
  if (!Frames)
    for (const auto *Marks : {&F.SiteCalls, &F.HookMarks})
      for (const CallExpr *Mark : *Marks)
        U.edits().replace(U.begin(Mark), U.end(Mark), "((void)0)");
  if (U.failed() && !O.Check) {
    R.Failed = true;
    return R;
  }

  std::vector<std::string> Names;
  std::vector<FrameText> Texts;
  std::string Forward, FrameTables;
  using Functions = std::vector<const FunctionFacts *>;
  DeadStatics Dead(U, F, {Oracle.IsCheckpointable, C.MainIsCalled}, O.NoLiveness ? Functions() : Checkpointable, O.NoStaticLiveness);
  Recomputed Again(U, F, Frames && !O.NoRecompute ? Dead.uses() : nullptr, Dead, {Oracle.IsCheckpointable, C.MainIsCalled});
  rewriteMakers(U, Again);
  for (size_t I = 0; I < Checkpointable.size(); ++I) {
    Names.push_back("ckptg_fn" + std::to_string(I + 1));
    Forward += "static const ckptg_function " + Names.back() + "; ";
    Texts.push_back(emitFrames(U, Text, Types, F, *Checkpointable[I], Oracle, Ready[I], Dead, Names[I], O.NoLiveness));
    FrameTables += Texts.back().Tables;
  }
  std::string Tables = emitUnitTables(U, Types, F, Dead, Again, H, Literals, Foreign, Names, Allocated, Changes.size());
  Changes.mention(Types);
  std::string TypeRows = Types.definitions();
  TypeRows += Changes.table(Types, Text);
  R.Failed = U.failed() || P.PragmaError;
  if (R.Failed || O.Check)
    return R;
  if (Explained) {
    Explainer E(U, F, Dead, Again, Out, O.NoLiveness);
    E.variables();
    for (size_t I = 0; I < Checkpointable.size(); ++I)
      E.function(*Checkpointable[I], Texts[I].Decisions);
    E.literals(Literals);
    append_range(*Explained, E.take());
    return R;
  }

  // Put the unit together: functions at their places, tables at the end.
  std::vector<Segment> Segments;
  for (const FunctionFacts &Fn : F.Functions) {
    std::string Before = H.textBefore(Fn.Decl);
    auto It = llvm::find(Checkpointable, &Fn);
    unsigned Begin = U.begin(Fn.Decl->getBeginLoc()), End = U.end(Fn.Decl->getBody()), Whole = withAttributes(U.text(), Begin);
    std::string Attributes = Whole < Begin ? lineMark(U, Whole) + U.edits().render(Whole, Begin) : "";
    if (It == Checkpointable.end()) {
      if (!Before.empty())
        Segments.push_back({Whole, End, Before + Attributes + lineMark(U, Begin) + U.edits().render(Begin, End)});
      continue;
    }
    const FrameText &T = Texts[It - Checkpointable.begin()];
    Segments.push_back({Whole, End, Before + Attributes + lineMark(U, Begin) + T.Hot + "\n" + lineMark(U, Begin) + T.Restart + lineMark(U, End)});
  }
  for (Segment &Declarations : Literals.texts(Text)) {
    Declarations.Text += lineMark(U, Declarations.Begin);
    Segments.push_back(std::move(Declarations));
  }
  llvm::stable_sort(Segments, [](const Segment &A, const Segment &B) { return std::pair(A.Begin, A.End) < std::pair(B.Begin, B.End); });
  std::string Body = U.edits().render(0, U.text().size(), Segments);
  // The first mark names the unit, to debuggers and addr2line, too.
  std::string Unit = "# 1 " + quoted(In.File);
  std::string Head = O.HeaderText ? Unit + "\n# 1 \"ckpt_abi.h\" 1 3\n" + preprocessed(AbiText) : "#include \"ckpt_abi.h\"\n";
  if (!Replayed.Forward.empty())
    Head += O.HeaderText ? preprocessed(ReplayAbiText) : "#include \"ckpt_replay_abi.h\"\n";
  R.Text = Head + Types.declarations() + NumberArrays + Forward + (Again.any() ? "static ckptg_unit ckptg_this_unit; " : "") + Replayed.Forward + "\n" + Unit + (O.HeaderText ? " 2\n" : "\n") + Body +
           "\n# 1 \"<ckpt tables>\" 1 3\n" + Assertions + Adapters + TypeRows + FrameTables + Replayed.Tables + Tables;
  R.Changed = true;
  return R;
}

EmitResult emit(const UnitInput &In, const Closure &C, const EmitOptions &O, Reports &Out) { return emitUnit(In, C, O, Out, nullptr); }

bool explain(const UnitInput &In, const Closure &C, const EmitOptions &O, Reports &Out, std::vector<Explanation> &Into) {
  Reports Said(nulls());
  bool Failed = emitUnit(In, C, O, Said, &Into).Failed;
  for (const Finding &F : Said.all())
    if (!F.Text.empty() && levelOf(F.What) == Level::Error)
      Out.add(F);
  return !Failed;
}

json::Object toJSON(const Explanation &E) {
  auto place = [](const UserPlace &P) { return json::Object{{"file", P.File}, {"line", P.Line}, {"column", P.Column}}; };
  json::Object O = place(E.At);
  O["variable"] = E.Variable;
  O["kind"] = E.IsLocal ? "local" : "static";
  O["saved"] = E.Saved;
  O["reason"] = E.Reason;
  O["message"] = E.Message;
  O["because"] = E.Because ? json::Value(place(*E.Because)) : json::Value(nullptr);
  O["place"] = nullptr;
  if (E.Place) {
    json::Object P = place(E.Place->At);
    P["function"] = E.Place->Function;
    P["site"] = E.Place->Callee.empty() ? json::Value(E.Place->Site) : json::Value(nullptr);
    P["callee"] = E.Place->Callee.empty() ? json::Value(nullptr) : json::Value(E.Place->Callee);
    O["place"] = std::move(P);
  }
  return O;
}

} // namespace ckpt
