//===- Parse.cpp - preprocessed C to a Clang AST ----------------------------===//
#include "Parse.h"
#include "GenericMath.h"
#include "Intrinsics.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

constexpr const char *PreludeName = "/ckpt-prelude.h";

constexpr const char *OwnFetches[] = {"__ckpt_fetch_add__", "__ckpt_fetch_sub__"}; // as long as __atomic_fetch_add

/// gcc's <stdatomic.h> hands _Atomic objects to built-ins that Clang has for
/// plain ones only. The names are replaced alone: the arguments stay in place.
std::string atomics() {
  std::string P;
  for (const char *Name : {"load", "store"})
    P += std::string("#define __atomic_") + Name + " __ckpt_atomic_" + Name + "\nvoid __ckpt_atomic_" + Name +
         "(const volatile void *, const void *, int);\n";
  P += "#define __atomic_exchange __ckpt_atomic_exchange\n"
       "void __ckpt_atomic_exchange(volatile void *, const void *, void *, int);\n"
       "#define __atomic_compare_exchange __ckpt_atomic_compare_exchange\n"
       "_Bool __ckpt_atomic_compare_exchange(volatile void *, void *, const void *, _Bool, int, int);\n";
  P += std::string("#define ") + OwnFetches[0] + " __c11_atomic_fetch_add\n#define " + OwnFetches[1] + " __c11_atomic_fetch_sub\n";
  for (const char *Name : {"fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and"}) {
    P += std::string("#define __atomic_") + Name + " __ckpt_atomic_" + Name + "\n";
    for (std::string T : {"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
                          "unsigned long", "long long", "unsigned long long"})
      for (std::string Object : {T, "_Atomic(" + T + ")"})
        P += "__attribute__((overloadable)) " + T + " __ckpt_atomic_" + Name + "(volatile " + Object + " *, " + T + ", int);\n";
  }
  return P;
}

/// The macros of <stdatomic.h> that add are for _Atomic objects of any type, pointers too, as Clang's own are: those get a name of that
/// length, which the prelude turns into Clang's.
void renameFetches(std::string &Text, std::vector<Blanked> &Hidden) {
  for (auto [Name, Own] : {std::pair("__atomic_fetch_add", OwnFetches[0]), std::pair("__atomic_fetch_sub", OwnFetches[1])})
    for (size_t At = 0; (At = Text.find(Name, At)) != std::string::npos; ++At) {
      size_t Marker = Text.rfind("\n# ", At);
      StringRef Line = Marker == std::string::npos ? StringRef() : StringRef(Text).substr(Marker + 1).split('\n').first;
      if (!Line.rsplit('"').second.contains('3')) // not a system header's: the user's own call
        continue;
      Hidden.push_back({static_cast<unsigned>(At), Name});
      Text.replace(At, StringRef(Name).size(), Own);
    }
}

/// What gcc's headers and built-ins say that Clang does not know. Everything
/// here only has to parse: the text that is compiled is never this one.
std::string prelude(const Triple &T, StringRef Text, const std::set<std::string> &GenericMath) {
  bool LongDoubleIsDouble = T.isARM() || T.getArch() == Triple::thumb;
  bool HasFloat128 = T.isX86();
  std::string P;
  // Headers preprocessed by Clang define these themselves.
  auto word = [&](StringRef Name, StringRef Meaning) {
    if (!Text.contains((" " + Name + ";").str()))
      P += ("#define " + Name + " " + Meaning + "\n").str();
  };
  word("_Float32", "float");
  word("_Float64", "double");
  word("_Float32x", "double");
  if (!LongDoubleIsDouble)
    word("_Float64x", "long double");
  word("_Float128", HasFloat128 ? "__float128" : "long double");
  P += "#define __malloc__(...) __malloc__\n"

       "#define __builtin_va_arg_pack() 0\n"
       "#define __builtin_va_arg_pack_len() 0\n"
       "void __ckpt_site(int);\n"
       "void __ckpt_site_if(int, _Bool);\n"
       "void __ckpt_replay(void);\n"
       "void __ckpt_exclude(__typeof__(sizeof(0)));\n"
       "void __ckpt_exclude_block(const volatile void *);\n"
       "extern int __ckpt_at_times;\n"
       "void __ckpt_now(int);\n"
       "void __ckpt_on_restart(int, int);\n"
       "void __ckpt_on_checkpoint(int, int);\n"
       "void __ckpt_type(const volatile void *, const volatile void *, __typeof__(sizeof(0)));\n"
       "void __ckpt_type_before(const volatile void *, const volatile void *, __typeof__(sizeof(0)));\n";
  if (Text.contains("_mm_prefetch")) // Clang's has another type
    P += "#define _mm_prefetch __ckpt_mm_prefetch\n";
  P += vectorTypes(Text) + instructions(Text);
  if (Text.contains("_Atomic") && Text.contains("__atomic_"))
    P += atomics();
  return P + declareGenericMath(GenericMath, HasFloat128);
}

constexpr llvm::StringLiteral WideTypedef = "typedef long int wchar_t;";

/// On i386 and powerpc gcc's wide literals are arrays of long, Clang's of int;
/// Clang gets a wchar_t of its own kind, which has the same values and size.
/// Unit puts the word back.
void wideAsInt(std::string &Text, std::vector<Blanked> &Hidden) {
  const size_t Word = StringRef("typedef ").size();
  for (size_t I = 0; (I = Text.find(WideTypedef, I)) != std::string::npos; ++I) {
    Hidden.push_back({static_cast<unsigned>(I + Word), "long"});
    Text.replace(I + Word, 4, 4, ' ');
  }
}

/// Keeps the first error's text; prints nothing (the compiler itself will).
class FirstErrorConsumer : public DiagnosticConsumer {
public:
  FirstErrorConsumer(std::string &Into, UserPlace &At) : Into(Into), At(At) {}
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || !Into.empty())
      return;
    SmallString<128> Message;
    if (Info.getID() == diag::err_function_definition_not_allowed)
      Message = "a function that is defined in another one is not supported; define it at file scope, and give it what it uses of the other's variables";
    else
      Info.FormatDiagnostic(Message);
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc P = Info.getSourceManager().getPresumedLoc(Info.getLocation());
      if (P.isValid())
        At = {P.getFilename(), P.getLine(), P.getColumn()};
    }
    Into = Message.str();
  }

private:
  std::string &Into;
  UserPlace &At;
};

/// The flags of the user's command line that change how text parses.
bool changesParsing(StringRef F) {
  return F.starts_with("-std=") || F == "-ansi" || F == "-fsigned-char" ||
         F == "-funsigned-char" || F == "-fno-signed-char" || F == "-fno-unsigned-char" || F == "-m32" ||
         F == "-m64" || F == "-fshort-enums" || F == "-fshort-wchar" ||
         F == "-fopenmp" || F.starts_with("-fopenmp=") || F == "-fopenmp-simd" || F == "-fgnu89-inline" || F == "-fms-extensions" ||
         F == "-fplan9-extensions";
}

std::string asClangSaysIt(StringRef F) {
  return F == "-ansi" ? "-std=c90" : F == "-fplan9-extensions" ? "-fms-extensions" : F.starts_with("-fopenmp=") ? "-fopenmp" : F.str();
}

} // namespace

int siteIndex(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParens()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() || !F->getName().starts_with("__ckpt_site"))
    return -1;
  const auto *N = dyn_cast<IntegerLiteral>(Call->getArg(0)->IgnoreParenImpCasts());
  return N ? static_cast<int>(N->getValue().getZExtValue()) : -1;
}

void reportNotParsed(const ParsedUnit &U, Reports &Out) {
  auto place = [](const UserPlace &P) {
    return P.File + ":" + std::to_string(P.Line) + ":" + (P.Column ? std::to_string(P.Column) + ":" : "");
  };
  // As the body of `for (int i = 0; ...)` a site takes the loop's variable from the statement that was meant, as that of an `if` its `else`.
  bool MayBeIts = StringRef(U.FirstError).contains("undeclared identifier") || StringRef(U.FirstError).contains("expected expression");
  for (const SitePragma &S : U.Sites)
    if (S.IsBody && MayBeIts && (S.File != U.ErrorAt.File || S.Line <= U.ErrorAt.Line)) {
      reportOnLine(Out, {S.File, S.Line}, "#pragma ckpt", Id::SitePlace, {"; here it would be the body of the statement before it"});
      return;
    }
  std::vector<std::string> Args = {U.FirstError};
  std::string Where = U.ErrorAt.Line ? place(U.ErrorAt) + " " : "";
  Out.add({Id::NotParsed, U.ErrorAt, textOf(Id::NotParsed, Args), wayOf(Id::NotParsed, Args), {}, {},
           Where + "error: " + messageOf(Id::NotParsed, Args) + "\n"});
  if (U.Sites.empty())
    return;
  UserPlace Site{U.Sites[0].File, U.Sites[0].Line, 0};
  std::string Why = "this unit has a checkpoint site, so Clang must be able to parse it";
  Out.note(Site, Why, place(Site) + " note: " + Why + "\n");
}

ParsedUnit parseUnit(const UnitInput &In, Reports &Out) {
  ParsedUnit U;
  PragmaScan Scan = scanPragmas(In.Text, In.File, Out);
  U.Sites = std::move(Scan.Sites);
  U.Variants = std::move(Scan.Variants);
  U.Changes = std::move(Scan.Changes);
  U.PragmaError = Scan.Failed;
  if (Triple(In.Triple).isArch32Bit())
    wideAsInt(Scan.Text, U.Hidden);
  blankIntrinsics(Scan.Text, U.Hidden);
  std::set<std::string> GenericMath = renameGenericMath(Scan.Text, U.Hidden);
  renameFetches(Scan.Text, U.Hidden);

  std::vector<std::string> Args = {
      "-xc", "--target=" + In.Triple, "-undef", "-nostdinc", "-include", PreludeName,
      "-std=gnu17", "-ferror-limit=0", "-Wno-everything",
      "-Wno-error=implicit-function-declaration",
      "-Wno-implicit-function-declaration", "-Wno-implicit-int",
      "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types",
      "-Wno-return-type", "-fno-spell-checking", "-fbracket-depth=4096"};
  for (const std::string &F : In.ParseFlags)
    if (changesParsing(F))
      Args.push_back(asClangSaysIt(F));
  FirstErrorConsumer Consumer(U.FirstError, U.ErrorAt);
  std::unique_ptr<ASTUnit> AST = tooling::buildASTFromCodeWithArgs(
      Scan.Text, Args, In.File.empty() ? "unit.c" : In.File, "ckptcc",
      std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(),
      {{PreludeName, prelude(Triple(In.Triple), In.Text, GenericMath)}}, &Consumer);
  if (!AST || AST->getDiagnostics().hasUncompilableErrorOccurred()) {
    if (U.FirstError.empty())
      U.FirstError = "Clang could not parse this unit";
    if (U.Sites.empty() && !U.PragmaError && StringRef(Scan.Text).count("__ckpt_") > StringRef(In.Text).count("__ckpt_")) {
      reportNotParsed(U, Out); // what the pragmas say of blocks and calls would be lost
      U.PragmaError = true;
    }
    return U;
  }
  U.AST = std::move(AST);
  return U;
}

} // namespace ckpt
