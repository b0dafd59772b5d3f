//===- GenericMath.cpp - <tgmath.h> by gcc's built-in ----------------------------===//
#include "GenericMath.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

constexpr llvm::StringLiteral BuiltIn = "__builtin_tgmath", Stem = "__ckpt_tgmath_";

/// A token of the text behind the built-in's name.
struct Piece {
  size_t At;
  StringRef Text;
};

/// One call: its functions with the commas behind them, and how many arguments follow.
struct Call {
  std::vector<Piece> Functions, Commas;
  unsigned Arguments = 0;
};

/// Reads the call whose parenthesis is the first token from \p From on; line markers may stand anywhere in it.
Call readCall(StringRef Text, size_t From) {
  Call C;
  LangOptions Options;
  Options.C11 = Options.LineComment = Options.Digraphs = true;
  Lexer Lex(SourceLocation(), Options, Text.data(), Text.data() + From, Text.data() + Text.size());
  Token T;
  bool InDirective = false, Behind = false; // behind the functions
  int Depth = 0;
  do {
    Lex.LexFromRawLexer(T);
    if (T.isAtStartOfLine())
      InDirective = T.is(tok::hash);
    if (InDirective)
      continue;
    size_t End = size_t(Lex.getBufferLocation() - Text.data()), At = End - T.getLength();
    Depth += T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace) - T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (Depth != 1)
      Behind |= Depth > 1;
    else if (T.is(tok::comma) && Behind)
      ++C.Arguments;
    else if (T.is(tok::comma))
      C.Commas.push_back({At, Text.slice(At, End)});
    else if (T.is(tok::raw_identifier) && !Behind)
      C.Functions.push_back({At, Text.slice(At, End)});
  } while (T.isNot(tok::eof) && Depth > 0);
  C.Arguments += Behind;
  return C;
}

/// Is the second half of the functions of complex numbers (`csqrt` beside `sqrt`, `cabs` beside `fabs`)?
bool hasComplexHalf(const std::vector<Piece> &Functions) {
  size_t Half = Functions.size() / 2;
  if (Functions.size() < 6 || Functions.size() % 2)
    return false;
  StringRef Real = Functions[0].Text, Complex = Functions[Half].Text;
  return Complex.consume_front("c") && (Complex == Real || (Real.consume_front("f") && Complex == Real));
}

void blank(std::string &Text, std::vector<Blanked> &Hidden, const Piece &P) {
  Hidden.push_back({static_cast<unsigned>(P.At), P.Text.str()});
  Text.replace(P.At, P.Text.size(), P.Text.size(), ' ');
}

/// A type of an argument.
struct Kind {
  const char *Name;
  int Rank; ///< of what the result is computed in: 0 float, 1 double, ...
  bool Complex = false, Integer = false;
};

const char *const Reals[] = {"float", "double", "long double", "__float128"};

std::vector<Kind> kinds(bool Complex, bool HasFloat128) {
  std::vector<Kind> All;
  for (int I = 0; I < (HasFloat128 ? 4 : 3); ++I)
    All.push_back({Reals[I], I});
  if (Complex) {
    All.push_back({"float _Complex", 0, true});
    All.push_back({"double _Complex", 1, true});
    All.push_back({"long double _Complex", 2, true});
    if (HasFloat128)
      All.push_back({"__float128 _Complex", 3, true});
  }
  for (const char *Name : {"int", "unsigned", "long", "unsigned long", "long long", "unsigned long long"})
    All.push_back({Name, 1, false, true});
  return All;
}

std::string typeOf(int Rank, bool Complex) { return std::string(Reals[Rank]) + (Complex ? " _Complex" : ""); }

class Declarations {
public:
  Declarations(std::string Name, bool HasFloat128) : Name(std::move(Name)), Real(kinds(false, HasFloat128)), Any(kinds(true, HasFloat128)) {}

  std::string one(bool TwoHalves) {
    for (const Kind &A : TwoHalves ? Any : Real) {
      if (TwoHalves) {
        add(typeOf(A.Rank, A.Complex), "double (*)(double), double _Complex (*)(double _Complex)", {A});
        add(typeOf(A.Rank, false), "double (*)(double), double (*)(double _Complex)", {A}); // fabs
        continue;
      }
      add(typeOf(A.Rank, false), "double (*)(double)", {A});
      for (const char *Result : {"int", "long", "long long"}) // ilogb, lround, llround
        add(Result, std::string(Result) + " (*)(double)", {A});
    }
    for (const Kind &A : TwoHalves ? std::vector<Kind>() : Any) { // carg, cproj
      add(typeOf(A.Rank, false), "double (*)(double _Complex)", {A});
      add(typeOf(A.Rank, true), "double _Complex (*)(double _Complex)", {A});
    }
    return rest();
  }

  std::string two(bool TwoHalves) {
    for (const Kind &A : TwoHalves ? Any : Real)
      for (const Kind &B : TwoHalves ? Any : Real) {
        std::string Result = typeOf(std::max(A.Rank, B.Rank), A.Complex || B.Complex);
        add(Result, TwoHalves ? "double (*)(double, double), double _Complex (*)(double _Complex, double _Complex)" : "double (*)(double, double)", {A, B});
        if (!TwoHalves)
          for (const char *Other : {"int", "long", "long double"}) // ldexp, scalbln, nexttoward
            add(typeOf(A.Rank, false), std::string("double (*)(double, ") + Other + ")", {A, B});
      }
    for (const Kind &A : TwoHalves ? std::vector<Kind>() : Real)
      add(typeOf(A.Rank, false), "double (*)(double, int *)", {A, {"int *", 0}}); // frexp
    return rest();
  }

  std::string three() {
    for (const Kind &A : Real)
      for (const Kind &B : Real) {
        add(typeOf(std::max(A.Rank, B.Rank), false), "double (*)(double, double, int *)", {A, B, {"int *", 0}}); // remquo
        for (const Kind &C : Real)
          add(typeOf(std::max({A.Rank, B.Rank, C.Rank}), false), "double (*)(double, double, double)", {A, B, C});
      }
    return rest();
  }

  /// Nothing is known of the result.
  std::string rest() { return Text + "__attribute__((overloadable)) int " + Name + "(...);\n"; }

private:
  void add(const std::string &Result, const std::string &Functions, const std::vector<Kind> &Arguments) {
    Text += "__attribute__((overloadable)) " + Result + " " + Name + "(" + Functions;
    for (const Kind &A : Arguments)
      Text += std::string(", ") + A.Name;
    Text += ");\n";
  }

  std::string Name, Text;
  std::vector<Kind> Real, Any;
};

} // namespace

std::set<std::string> renameGenericMath(std::string &Text, std::vector<Blanked> &Hidden) {
  std::set<std::string> Names;
  for (size_t At = 0; (At = Text.find(BuiltIn, At)) != std::string::npos; At += BuiltIn.size()) {
    Call C = readCall(Text, At + BuiltIn.size());
    if (C.Functions.size() < 2 || C.Commas.size() != C.Functions.size() || C.Arguments < 1 || C.Arguments > 9)
      continue; // not as <tgmath.h> has it
    bool TwoHalves = hasComplexHalf(C.Functions);
    std::string Name = Stem.str() + char('0' + C.Arguments) + (TwoHalves ? "c" : "r");
    for (size_t I = 0; I < C.Functions.size(); ++I)
      if (I != 1 && !(TwoHalves && I == C.Functions.size() / 2 + 1)) {
        blank(Text, Hidden, C.Functions[I]);
        blank(Text, Hidden, C.Commas[I]);
      }
    Hidden.push_back({static_cast<unsigned>(At), BuiltIn.str()});
    Text.replace(At, BuiltIn.size(), Name);
    Names.insert(Name);
  }
  return Names;
}

std::string declareGenericMath(const std::set<std::string> &Names, bool HasFloat128) {
  std::string Text;
  for (const std::string &Name : Names) {
    Declarations D(Name, HasFloat128);
    bool TwoHalves = Name.back() == 'c';
    switch (Name[Stem.size()]) {
    case '1': Text += D.one(TwoHalves); break;
    case '2': Text += D.two(TwoHalves); break;
    case '3': Text += TwoHalves ? D.rest() : D.three(); break;
    default: Text += D.rest();
    }
  }
  return Text;
}

bool isGenericMath(StringRef Name) { return Name.starts_with(Stem) || Name == BuiltIn; }

} // namespace ckpt
