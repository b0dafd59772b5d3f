//===- Calls.cpp - allocations and library calls ------------------------------===//
#include "Calls.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

bool isByteLike(QualType T) {
  return T.isNull() || T->isVoidType() || T->isCharType();
}

/// struct block { char data[8]; }: nothing but bytes, as an allocator's own view of the blocks that it hands out.
bool isBytesOnly(QualType T) {
  QualType Element(T->getBaseElementTypeUnsafe(), 0);
  if (Element->isCharType())
    return true;
  const auto *R = Element->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  return R && !R->field_empty() && all_of(R->fields(), [](const FieldDecl *F) { return !F->isBitField() && isBytesOnly(F->getType()); });
}

/// Is a part of the type not saved, so that memory used otherwise would lose it?
bool hasJumpBuffer(QualType T) {
  const auto *R = T.isNull() ? nullptr : T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  if (!R || !(R = R->getDefinition()))
    return false;
  return (R->getIdentifier() && R->getName() == "__jmp_buf_tag") ||
         any_of(R->fields(), [](const FieldDecl *F) { return hasJumpBuffer(F->getType()); });
}

/// Does the size speak of a type other than the pointer's that is no bytes?
bool isOther(const Unit &U, QualType Assigned, const BlockSize &Size) {
  return !isByteLike(Size.T) && !isSizedAlike(U.ctx(), Assigned, Size.T);
}

/// Is Base the first member of T, or its first member's?
bool beginsWith(const Unit &U, QualType T, QualType Base) {
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || R->field_empty())
    return false;
  QualType First = R->field_begin()->getType();
  return U.ctx().hasSameUnqualifiedType(First, Base) || beginsWith(U, First, Base);
}

/// Does the library's function return a string that it has allocated?
bool isText(const Allocation &A) { return A.Library == "strdup" || A.Library == "strndup" || A.Library == "wcsdup"; }

/// The type of a block's elements, or null: typed by the pointers that reach it.
QualType elementType(const Unit &U, const Allocation &A) {
  QualType T = A.Assigned, Measured = isText(A) ? QualType() : A.Size.T;
  bool Text = !T.isNull() && T->isCharType() && hasJumpBuffer(Measured);
  if (isByteLike(T) && !isByteLike(Measured) && !Text)
    T = Measured;
  else if (!T.isNull() && !Measured.isNull() && Measured->isRecordType() && A.Size.Is != BlockSize::Part &&
           T->isRecordType() && isOther(U, T, A.Size) && (!A.Library.empty() || beginsWith(U, Measured, T)))
    T = Measured; // struct base *b = malloc(sizeof(struct derived))
  if (!T.isNull() && T->isVariableArrayType())
    T = U.ctx().getBaseElementType(T); // double (*rows)[n] = malloc(m * sizeof *rows)
  if (T.isNull() || T->isVoidType() || T->isFunctionType() || T->isVariablyModifiedType() ||
      T->isIncompleteType())
    return QualType();
  bool Told = (A.Size.Is == BlockSize::Exact || A.Size.Is == BlockSize::Several) && !isOther(U, T, A.Size);
  if (T->isRecordType() && !Told && isBytesOnly(T))
    return QualType();
  return T;
}

/// What the runtime is told of a block that is longer than T, of enum ckptg_block_form; empty: it is an array of T.
StringRef blockForm(const Unit &U, const TypeTables &Types, const Allocation &A, QualType T) {
  const BlockSize &Size = A.Size;
  bool Record = U.ctx().getBaseElementType(T)->isRecordType();
  bool Own = !Size.T.isNull() && isSizedAlike(U.ctx(), U.ctx().getBaseElementType(Size.T), U.ctx().getBaseElementType(T));
  if (isByteLike(T))
    return "";
  if (Types.isHeader(T)) {
    bool Number = A.Library.empty() && any_of(A.Call->arguments(), [&](const Expr *E) {
      return E->getType()->isIntegerType() && !isa<UnaryExprOrTypeTraitExpr>(E->IgnoreParenCasts());
    });
    if (Own && (Size.Is == BlockSize::Several || Size.T->isArrayType()))
      return "CKPTG_B_SEVERAL";
    return Size.Is == BlockSize::Product || (Own && Size.Is == BlockSize::Exact && Number) ? "CKPTG_B_UNTOLD" : "";
  }
  if (!Own) // a bool is a byte everywhere
    return T->isBooleanType() && !A.Library.empty() && Size.Is <= BlockSize::Product ? "" : "CKPTG_B_UNTOLD";
  switch (Size.Is) {
  case BlockSize::Begins: return "CKPTG_B_BEGINS";
  case BlockSize::Exact:
  case BlockSize::Several: return A.Library.empty() ? "CKPTG_B_UNTOLD" : ""; // an allocator of the program's own adds what it likes
  case BlockSize::Rounded: return Record || A.Library.empty() ? "CKPTG_B_UNTOLD" : "";
  case BlockSize::Part:
  case BlockSize::Mixed: return "CKPTG_B_UNTOLD";
  default: return "";
  }
}

/// The function of ckpt_abi.h in the place of the library's.
std::string ownName(StringRef Name, StringRef Form) {
  return "ckptg_" + Name.str() + (Name == "realloc" && Form == "CKPTG_B_UNTOLD" ? "_untold" : "");
}

/// May the size of what the program's own allocator returns be compared with what its arguments ask for?
bool isMeasured(const Unit &U, const TypeTables &Types, const Allocation &A, QualType T) {
  bool Several = A.Size.Is == BlockSize::Exact || A.Size.Is == BlockSize::Several;
  return A.Name.empty() && A.Library.empty() && Several && !A.Telling.empty() && A.In && !A.InParameter && !isByteLike(T) && !Types.isHeader(T) &&
         isSizedAlike(U.ctx(), U.ctx().getBaseElementType(A.Size.T), U.ctx().getBaseElementType(T));
}

/// One in a statement expression would be gone behind it.
bool hasCompoundLiteral(const Stmt *S) {
  return S && (isa<CompoundLiteralExpr>(S) || any_of(S->children(), hasCompoundLiteral));
}

/// The numbers that the call is given, and what they are, as ckptg_set_measured wants to know.
struct Numbers {
  std::vector<const Expr *> Of;
  std::string Kinds;
};

Numbers numbersOf(const ASTContext &Ctx, const Allocation &A) {
  Numbers N;
  for (unsigned I = 0; I < A.Call->getNumArgs() && N.Of.size() < 6; ++I) {
    const Expr *E = A.Call->getArg(I)->IgnoreImpCasts();
    QualType T = E->getType(), To = T->isPointerType() ? T->getPointeeType() : QualType();
    const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParens());
    bool Points = !To.isNull() && To->isIntegerType() && !To->isCharType() && !To->isBooleanType() && Ctx.getTypeSize(To) <= 64 && Address &&
                  Address->getOpcode() == UO_AddrOf; // any other may lead to what the call frees
    bool Number = T->isIntegerType() && A.Call->getArg(I)->getType()->isIntegerType(); // 0 may be a null pointer
    if ((!Number && !Points) || hasCompoundLiteral(E))
      continue;
    bool Constant = Number && (E->isEvaluatable(Ctx) || T->isEnumeralType()); // as likely a kind as a count
    N.Of.push_back(E);
    N.Kinds += Points ? static_cast<char>('0' + Ctx.getTypeSize(To) / 8) : is_contained(A.Telling, I) ? 't' : Constant ? 'c' : 'n';
  }
  return N;
}

/// Each of them is noted in an array when it is handed over.
void note(Unit &U, const Numbers &N, const std::string &Array) {
  for (size_t I = 0; I < N.Of.size(); ++I) {
    const Expr *E = N.Of[I];
    U.edits().wrap(U.begin(E), U.end(E), std::string("__extension__ ({ __auto_type ckptg_v = ") + (E->refersToBitField() ? "+(" : "("),
                   "); " + Array + "[" + std::to_string(I) + "] = (ckptg_size)ckptg_v; ckptg_v; })");
  }
}

/// The call in a statement expression that notes its numbers. \p Before and \p After stand around the call.
void measure(Unit &U, const Allocation &A, const std::string &Before, const std::string &After) {
  Numbers N = numbersOf(U.ctx(), A);
  U.edits().wrap(U.begin(A.Call), U.end(A.Call), "__extension__ ({ ckptg_size ckptg_n[" + std::to_string(N.Of.size()) + "] = { 0 }; " + Before,
                 After + ", ckptg_n, " + quoted(N.Kinds) + ");");
  note(U, N, "ckptg_n");
}

/// What a function has put where an argument says gets its type when the function has returned.
void typeOut(Unit &U, const Allocation &A, StringRef Type) {
  bool Void = A.Call->getType()->isVoidType();
  U.edits().wrap(U.begin(A.Call), U.end(A.Call), "", Void ? " })" : " ckptg_f; })");
  measure(U, A, std::string("void *ckptg_o = 0; ckptg_expect(); ") + (Void ? "" : "__auto_type ckptg_f = "), ("; ckptg_typed_at(ckptg_o, " + Type).str());
  U.edits().wrap(U.begin(A.Out), U.end(A.Out), "(ckptg_o = (void *)(", "))");
}

/// struct { struct { int a, b; }; }: the inner one cannot be named, and its members are the outer one's.
bool isUnnamedMember(const RecordDecl *R) { return R->isAnonymousStructOrUnion(); }

/// The member of #pragma ckpt type(pointer, T before member), or null.
const FieldDecl *markedEnd(const CallExpr *Mark) {
  const auto *O = dyn_cast<OffsetOfExpr>(Mark->getArg(2)->IgnoreParenImpCasts());
  bool Before = Mark->getDirectCallee()->getName() == "__ckpt_type_before" && O && O->getComponent(O->getNumComponents() - 1).getKind() == OffsetOfNode::Field;
  return Before ? O->getComponent(O->getNumComponents() - 1).getField() : nullptr;
}

/// T of #pragma ckpt type(pointer, T[count]).
QualType markedType(const CallExpr *Mark) { return Mark->getArg(1)->IgnoreParenImpCasts()->getType()->getPointeeType(); }

} // namespace

bool checkTypeMark(Unit &U, const CallExpr *Mark) {
  QualType Given = Mark->getArg(0)->IgnoreParenImpCasts()->getType(), T = markedType(Mark);
  if (!Given->isArrayType() && (!Given->isPointerType() || Given->isFunctionPointerType()))
    U.report(Id::Pragma, Mark->getBeginLoc(), {"type(pointer, T[count]): the first argument must be a pointer to an object"});
  else if (T->isIncompleteType() || T->isFunctionType() || T->isVariablyModifiedType())
    U.report(Id::Pragma, Mark->getBeginLoc(), {"type(pointer, T[count]): T must be a complete type of constant size"});
  else if (const FieldDecl *End = markedEnd(Mark); Mark->getDirectCallee()->getName() == "__ckpt_type_before" &&
           (!End || !T->isStructureType() || End->getParent() != T->getAsRecordDecl()->getDefinition() || End->isBitField() || !End->getFieldIndex()))
    U.report(Id::Pragma, Mark->getBeginLoc(), {"type(pointer, T before member): T must be a structure, and the member one of its own, no bit-field and not the first"});
  else
    return true;
  return false;
}

std::vector<std::string> rewriteAllocations(Unit &U, TypeTables &Types, const Facts &F, CallOracle &Oracle, std::string &Declarations) {
  std::vector<std::string> Used;
  unsigned Arrays = 0;
  auto use = [&](QualType T) {
    Used.push_back(Types.ref(T));
    return Used.back();
  };
  for (const Allocation &A : F.Allocations) {
    QualType T = elementType(U, A);
    unsigned Begin = U.begin(A.Call), End = U.end(A.Call);
    bool Text = isText(A), Wide = A.Library == "wcsdup";
    if (T.isNull() || (A.Name.empty() && isByteLike(T) != (Text && !Wide)))
      continue;
    StringRef Form = blockForm(U, Types, A, T);
    if (A.Out) {
      if (isMeasured(U, Types, A, T) && !containsResume(A.Call, Oracle) && !hasCompoundLiteral(A.Call))
        typeOut(U, A, use(T));
      continue;
    }
    bool Apart = containsResume(A.Call, Oracle) || hasCompoundLiteral(A.Call);
    if (isMeasured(U, Types, A, T) && Apart) { // the array stands outside
      Numbers N = numbersOf(U.ctx(), A);
      std::string Array = "ckptg_n" + std::to_string(++Arrays);
      Declarations += "static ckptg_size " + Array + "[" + std::to_string(N.Of.size()) + "];\n";
      std::pair<std::string, std::string> Wrap = {A.Recast ? "ckptg_recast_measured(" : "ckptg_typed_measured(", ", " + use(T) + ", " + Array + ", " + quoted(N.Kinds) + ")"};
      U.edits().wrap(Begin, End, Wrap.first, Wrap.second);
      note(U, N, Array);
      Oracle.Wraps[A.Call] = Wrap;
      continue;
    }
    if (isMeasured(U, Types, A, T)) {
      U.edits().wrap(Begin, End, "", " })");
      measure(U, A, "void *ckptg_b = (void *)(", std::string("); ckptg_") + (A.Recast ? "recast" : "typed") + "_measured(ckptg_b, " + use(T));
      continue;
    }
    if (A.Name.empty()) {
      std::pair<std::string, std::string> Wrap = {"ckptg_typed(", ", " + use(T) + ")"};
      if (!Form.empty() || A.Recast)
        Wrap = {"ckptg_typed_as(", ", " + Types.ref(T) + ", " + (Form.empty() ? "0" : Form.str()) + ")"};
      if (A.Recast)
        Wrap.first = "ckptg_recast(";
      if (Text)
        Wrap = {Wide ? "((wchar_t *)ckptg_typed(" : "((char *)ckptg_typed(", ", " + use(T) + "))"};
      U.edits().wrap(Begin, End, Wrap.first, Wrap.second);
      Oracle.Wraps[A.Call] = Wrap;
      continue;
    }
    const Expr *Callee = A.Call->getCallee()->IgnoreParenImpCasts();
    std::string Own = ownName(A.Name, Form), Last = ", " + use(T);
    if (A.Name == "posix_memalign")
      Last += ", " + (Form.empty() ? "0" : Form.str());
    else if (!Form.empty() && !StringRef(Own).ends_with("_untold"))
      U.edits().wrap(Begin, End, "ckptg_formed(", ", " + Form.str() + ")");
    U.edits().replace(U.begin(Callee), U.end(Callee), Own);
    U.edits().insert(U.begin(A.Call->getRParenLoc()), Begin, End, Last);
  }
  for (const RecordDecl *R : F.Structures)
    if (QualType T = U.ctx().getRecordType(R); !T->isVariablyModifiedType() && !isUnnamedMember(R))
      use(T);
  for (const CallExpr *Mark : F.TypeMarks) {
    const Expr *Block = Mark->getArg(0);
    if (!checkTypeMark(U, Mark))
      continue;
    QualType T = markedType(Mark);
    const FieldDecl *Before = markedEnd(Mark);
    if (const FieldDecl *Tag = Before ? Types.tagBehind(Before) : nullptr) {
      U.report(Id::Pragma, Mark->getBeginLoc(), {"type(pointer, T before member): member '" + Tag->getName().str() + "' tells what is in a union before it (#pragma ckpt variant), and would not be there"});
      continue;
    }
    if (TypeTables::Obstacle O = Before ? Types.obstacleBefore(T, Before) : Types.obstacle(T); O) {
      O.report(U, Mark->getBeginLoc(), "the block declared here");
      continue;
    }
    std::string Type = Before ? Types.refBefore(T, Before) : use(T);
    if (Before)
      Used.push_back(Type);
    // The arguments stay where they are: variables in them get other names later.
    const Expr *Callee = Mark->getCallee()->IgnoreParenImpCasts(), *Of = Mark->getArg(1);
    U.edits().replace(U.begin(Callee), U.end(Callee), "ckptg_annotate");
    U.edits().wrap(U.begin(Block), U.end(Block), "(void *)(", ")");
    U.edits().replace(U.begin(Of), U.end(Of), Type);
    U.edits().insert(U.begin(Mark->getRParenLoc()), U.begin(Mark), U.end(Mark),
                     ", " + quoted(U.fileOf(Mark->getBeginLoc())) + ", " + std::to_string(U.line(Mark->getBeginLoc())));
  }
  return Used;
}

void warnOfUntold(Unit &U, const TypeTables &Types, const Facts &F) {
  for (const Allocation &A : F.Allocations) {
    QualType T = elementType(U, A);
    if (!A.Name.empty() && !T.isNull() && !U.inSystemHeader(A.Call->getBeginLoc()) && blockForm(U, Types, A, T) == "CKPTG_B_UNTOLD")
      U.report(Id::UntoldBlock, A.Call->getBeginLoc(), {T.getUnqualifiedType().getAsString()});
  }
}

void rewriteWrapped(Unit &U, const Facts &F) {
  std::set<const FunctionDecl *> Declared;
  for (const DeclRefExpr *R : F.WrappedRefs) {
    const auto *Fn = cast<FunctionDecl>(R->getDecl());
    std::string New = "ckptg_w_" + linkName(Fn).str();
    U.edits().replace(U.begin(R->getLocation()), U.end(R->getLocation()), New);
    const FunctionDecl *First = Fn->getFirstDecl();
    if (!Declared.insert(First).second)
      continue;
    std::string Declaration = " extern __typeof__(" + Fn->getName().str() + ") " + New + ";";
    const FunctionDecl *InText = nullptr;
    for (const FunctionDecl *D : First->redecls())
      if (U.inText(D->getLocation()) && !D->isImplicit() &&
          (!InText || U.begin(D->getBeginLoc()) < U.begin(InText->getBeginLoc())))
        InText = D;
    if (!InText || InText->getLexicalParent()->isFunctionOrMethod()) {
      U.edits().insert(0, 0, 0, " int " + New + "(); ");
      continue;
    }
    unsigned At = InText->doesThisDeclarationHaveABody()
                      ? U.end(InText->getBody())
                      : U.afterSemicolon(U.end(InText->getEndLoc()) - 1);
    U.edits().insert(At, At, At, Declaration);
  }
}

namespace {
class ForeignCalls : public RecursiveASTVisitor<ForeignCalls> {
public:
  ForeignCalls(Unit &U, CallOracle &Oracle) : U(U), Oracle(Oracle) {}
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || !F->getIdentifier() || F->getBuiltinID() || Oracle.IsCheckpointable(C) || siteIndex(C) >= 0)
      return true;
    StringRef N = F->getName();
    if (N == "signal" || N == "atexit" || N == "pthread_create" || N == "sigaction" || N == "on_exit")
      return true; // keeps the function, does not call it
    bool TakesFunction = false;
    for (const Expr *A : C->arguments())
      TakesFunction |= A->getType()->isFunctionPointerType();
    if (!TakesFunction)
      return true;
    std::string Foreign = "ckptg_foreign(" + quoted(N) + ", " + quoted(U.fileOf(C->getBeginLoc())) +
                          ", " + std::to_string(U.line(C->getBeginLoc())) + ")";
    bool Void = C->getType()->isVoidType();
    std::pair<std::string, std::string> Wrap =
        Void ? std::make_pair(std::string("("),
                              ", __builtin_expect(ckptg_capturing, 0) ? " + Foreign + " : (void)0)")
             : std::make_pair(std::string("__extension__ ({ __auto_type ckptg_f = "),
                              "; if (__builtin_expect(ckptg_capturing, 0)) " + Foreign + "; ckptg_f; })");
    U.edits().wrap(U.begin(C), U.end(C), Wrap.first, Wrap.second);
    return true;
  }

private:
  Unit &U;
  CallOracle &Oracle;
};
} // namespace

void guardForeignCalls(Unit &U, const FunctionFacts &Fn, CallOracle &Oracle) {
  ForeignCalls(U, Oracle).TraverseDecl(const_cast<FunctionDecl *>(Fn.Decl));
}

namespace {

/// Blanks the words that promise the compiler something about a function, in
/// the attributes between two offsets.
void stripWords(Unit &U, unsigned Begin, unsigned End) {
  static const StringSet<> Words = {"noreturn", "pure", "const", "malloc", "returns_nonnull", "leaf", "always_inline"};
  StringRef T = U.text();
  auto isWord = [&](size_t I) { return I < T.size() && (isalnum(T[I]) || T[I] == '_'); };
  auto closing = [&](size_t Open) { // offset after the parenthesis that closes
    unsigned Depth = 0;
    for (; Open < T.size(); ++Open) {
      Depth += T[Open] == '(' ? 1 : T[Open] == ')' ? -1 : 0;
      if (!Depth)
        return Open + 1;
    }
    return T.size();
  };
  size_t AttributeEnd = 0;
  for (size_t At = Begin; At < End;) {
    if (!isWord(At)) {
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
      if (Words.contains(Bare)) {
        if (Next != StringRef::npos && T[Next] == '(' && Next < AttributeEnd)
          Stop = closing(Next);
        U.edits().replace(At, Stop, " ");
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
    if (!U.inSystemHeader(D->getLocation()) && !D->isImplicit() && InClosure(D))
      strip(D, D->doesThisDeclarationHaveABody() ? U.begin(D->getBody())
                                                 : U.afterSemicolon(U.end(D->getEndLoc()) - 1));
    return true;
  }
  // Pointers to functions, wherever they are declared.
  bool VisitDeclaratorDecl(DeclaratorDecl *D) {
    if (!isa<FunctionDecl>(D) && promises(D->getType()))
      strip(D, U.end(D->getEndLoc()));
    return true;
  }
  bool VisitTypedefNameDecl(TypedefNameDecl *D) {
    if (promises(D->getUnderlyingType()))
      strip(D, U.end(D->getEndLoc()));
    return true;
  }

private:
  static bool promises(QualType T) {
    while (T->isPointerType() || T->isArrayType())
      T = T->isPointerType() ? T->getPointeeType() : T->getAsArrayTypeUnsafe()->getElementType();
    const auto *F = T->getAs<clang::FunctionType>();
    return F && F->getNoReturnAttr();
  }
  void strip(const Decl *D, unsigned End) {
    if (!U.inSystemHeader(D->getLocation()))
      stripWords(U, U.begin(D->getBeginLoc()), End);
  }
  Unit &U;
  llvm::function_ref<bool(const FunctionDecl *)> InClosure;
};

} // namespace

void stripAttributes(Unit &U, llvm::function_ref<bool(const FunctionDecl *)> InClosure) {
  AttributeStripper(U, InClosure).TraverseDecl(U.ctx().getTranslationUnitDecl());
}

} // namespace ckpt
