//===- Allocations.cpp - what blocks hold, told where they are allocated -------===//
#include "Allocations.h"
#include "../analysis/ToldBlocks.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/Attr.h"

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

/// What a cast makes of the call's result right away: "(struct derived *)make(sizeof(struct derived))"; or null.
QualType castTo(const Unit &U, const CallExpr *Call) {
  const Expr *E = Call;
  while (true) {
    DynTypedNodeList Parents = U.ctx().getParents(*E);
    E = Parents.empty() ? nullptr : Parents[0].get<Expr>();
    if (!E || (!isa<ParenExpr>(E) && !isa<ImplicitCastExpr>(E)))
      break;
  }
  const auto *C = dyn_cast_or_null<CStyleCastExpr>(E);
  return C && C->getType()->isPointerType() ? C->getType()->getPointeeType() : QualType();
}

/// Is the size what the function's caller asks for: a parameter, a product of parameters, 1 in the place of one that is 0?
bool isCallersSize(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return isCallersSize(C->getTrueExpr()) || isCallersSize(C->getFalseExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_Mul && isCallersSize(B->getLHS()) && isCallersSize(B->getRHS());
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R && isa<ParmVarDecl>(R->getDecl()) && R->getType()->isIntegerType();
}

/// char *make(size_t size) { char *block = malloc(size); ... return block; }: what the block holds its caller knows, and no char pointer here tells.
bool isForCaller(const Allocation &A) {
  if (A.Name.empty() || !A.In || !A.Size.T.isNull())
    return false;
  QualType Result = A.In->getReturnType();
  bool Text = Result->isPointerType() && (Result->getPointeeType()->isSpecificBuiltinType(BuiltinType::Char_S) || Result->getPointeeType()->isSpecificBuiltinType(BuiltinType::Char_U));
  bool Hands = Result->isVoidPointerType() || Text; // unsigned char is what the block is meant to hold
  return Hands && any_of(A.Call->arguments(), isCallersSize);
}

/// The type of a block's elements, or null: typed by the pointers that reach it.
QualType elementType(const Unit &U, const Allocation &A) {
  QualType T = A.Assigned, Measured = returnsText(A.Library) ? QualType() : A.Size.T;
  if (!Measured.isNull() && Measured->isArrayType() && Measured->getBaseElementTypeUnsafe()->isCharType()) {
    Measured = U.ctx().getBaseElementType(Measured); // strlen(s) + sizeof "suffix"
    if (T.isNull() || T->isVoidType())
      T = Measured;
  }
  bool Text = !T.isNull() && T->isCharType() && hasJumpBuffer(Measured);
  if (isByteLike(T) && !isByteLike(Measured) && !Text)
    T = Measured;
  else if (!T.isNull() && !Measured.isNull() && Measured->isRecordType() && A.Size.Is != BlockSize::Part &&
           T->isRecordType() && isOther(U, T, A.Size) &&
           (!A.Library.empty() || beginsWith(U, Measured, T) || (A.Call && U.ctx().hasSameUnqualifiedType(castTo(U, A.Call).isNull() ? T : castTo(U, A.Call), Measured))))
    T = Measured; // struct base *b = malloc(sizeof(struct derived))
  if (!T.isNull() && T->isVariableArrayType())
    T = U.ctx().getBaseElementType(T); // double (*rows)[n] = malloc(m * sizeof *rows)
  if (T.isNull() || T->isVoidType() || T->isFunctionType() || T->isVariablyModifiedType() ||
      T->isIncompleteType())
    return QualType();
  if (isByteLike(T) && isForCaller(A))
    return QualType();
  bool Told = (A.Size.Is == BlockSize::Exact || A.Size.Is == BlockSize::Several) && !isOther(U, T, A.Size);
  if (T->isRecordType() && !Told && isBytesOnly(T))
    return QualType();
  return T;
}

/// Does something else follow the elements of a structure's last array? sizeof(T) + n * sizeof(long) + strlen(name), or a number of bytes.
bool trails(const Unit &U, QualType T, const BlockSize &Size) {
  const RecordDecl *R = U.ctx().getBaseElementType(T)->getAsRecordDecl();
  const FieldDecl *Last = nullptr;
  if (!R || R->isUnion() || Size.Behind == BlockSize::Nothing)
    return false;
  for (const FieldDecl *F : R->fields())
    Last = F;
  if (!Last || !isFlexible(Last, U.ctx()))
    return false;
  QualType Element = U.ctx().getBaseElementType(Last->getType());
  if (U.ctx().getTypeSizeInChars(Element).getQuantity() == 1)
    return false;
  return Size.Behind == BlockSize::Other || !isSizedAlike(U.ctx(), Element, Size.Of);
}

/// Does T end in an array of no elements, so that n * sizeof(T) may be n of them, or one and elements of that array?
bool endsInNothing(const Unit &U, QualType T) {
  const RecordDecl *R = U.ctx().getBaseElementType(T)->getAsRecordDecl();
  const FieldDecl *Last = nullptr;
  if (!R || R->isUnion())
    return false;
  for (const FieldDecl *F : R->fields())
    Last = F;
  const auto *Bound = Last ? U.ctx().getAsConstantArrayType(Last->getType()) : nullptr;
  return Last && isFlexible(Last, U.ctx()) && (!Bound || Bound->getSize().isZero());
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
  case BlockSize::Begins: return trails(U, T, Size) ? "CKPTG_B_TRAILS" : "CKPTG_B_BEGINS";
  case BlockSize::Exact:
  case BlockSize::Several:
    if (Size.Is == BlockSize::Several && Record && A.Name != "calloc" && endsInNothing(U, T))
      return "CKPTG_B_TRAILS";
    return A.Library.empty() ? "CKPTG_B_UNTOLD" : ""; // an allocator of the program's own adds what it likes
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
         !(A.Size.Is == BlockSize::Several && endsInNothing(U, T)) && isSizedAlike(U.ctx(), U.ctx().getBaseElementType(A.Size.T), U.ctx().getBaseElementType(T));
}

/// Is it memory of the program's own allocator that holds characters?
bool isOwnText(const Allocation &A, QualType T) {
  return A.Name.empty() && A.Library.empty() && A.In && !A.InParameter && !A.Out && A.Call->getType()->isVoidPointerType() && T->isCharType();
}

/// Does the function hand the block out, or what is behind a structure in front of it?
bool isHandedOut(const TypeTables &Types, const Allocation &A, QualType T) {
  QualType Result = A.In ? A.In->getReturnType() : QualType();
  return !Result.isNull() && Result->isPointerType() && isByteLike(Result->getPointeeType()) && Types.hasPlaceBehind(T);
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

using Wrap = std::pair<std::string, std::string>;

Wrap wrapped(Unit &U, const Allocation &A, Wrap W) {
  U.edits().wrap(U.begin(A.Call), U.end(A.Call), W.first, W.second);
  return W;
}

/// What the program's own allocator returns, its size compared with the numbers of the call; these are noted in an array in a statement expression.
void measureHere(Unit &U, const Allocation &A, const std::string &Type) {
  (void)wrapped(U, A, {"", " })"});
  measure(U, A, "void *ckptg_b = (void *)(", std::string("); ckptg_") + (A.Recast ? "recast" : "typed") + "_measured(ckptg_b, " + Type);
}

/// The same where no statement expression can be: the array stands before all.
Wrap measureApart(Unit &U, const Allocation &A, const std::string &Type, const std::string &Array, std::string &Declarations) {
  Numbers N = numbersOf(U.ctx(), A);
  Declarations += "static ckptg_size " + Array + "[" + std::to_string(N.Of.size()) + "];\n";
  Wrap W = wrapped(U, A, {A.Recast ? "ckptg_recast_measured(" : "ckptg_typed_measured(", ", " + Type + ", " + Array + ", " + quoted(N.Kinds) + ")"});
  note(U, N, Array);
  return W;
}

/// What a function returns has the type that the program sees in it.
Wrap typeResult(Unit &U, const Allocation &A, const std::string &Type, StringRef Form) {
  if (returnsText(A.Library))
    return wrapped(U, A, {A.Library == "wcsdup" ? "((wchar_t *)ckptg_typed(" : "((char *)ckptg_typed(", ", " + Type + "))"});
  if (Form.empty() && !A.Recast)
    return wrapped(U, A, {"ckptg_typed(", ", " + Type + ")"});
  return wrapped(U, A, {A.Recast ? "ckptg_recast(" : "ckptg_typed_as(", ", " + Type + ", " + (Form.empty() ? "0" : Form.str()) + ")"});
}

/// The library's own allocators get the type as an argument.
void typeLibrary(Unit &U, const Allocation &A, const std::string &Type, StringRef Form) {
  const Expr *Callee = A.Call->getCallee()->IgnoreParenImpCasts();
  std::string Own = ownName(A.Name, Form), Last = ", " + Type;
  if (A.Name == "posix_memalign")
    Last += ", " + (Form.empty() ? "0" : Form.str());
  else if (!Form.empty() && !StringRef(Own).ends_with("_untold"))
    (void)wrapped(U, A, {"ckptg_formed(", ", " + Form.str() + ")"});
  U.edits().replace(U.begin(Callee), U.end(Callee), Own);
  U.edits().insert(U.begin(A.Call->getRParenLoc()), U.begin(A.Call), U.end(A.Call), Last);
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

/// #pragma ckpt type(...) becomes a call of the runtime with the type's descriptor.
static void rewriteMarks(Unit &U, TypeTables &Types, const Facts &F, std::vector<std::string> &Used) {
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
    std::string Type = Before ? Types.refBefore(T, Before) : Types.ref(T);
    Used.push_back(Type);
    // The arguments stay where they are: variables in them get other names later.
    const Expr *Callee = Mark->getCallee()->IgnoreParenImpCasts(), *Of = Mark->getArg(1);
    U.edits().replace(U.begin(Callee), U.end(Callee), "ckptg_annotate");
    U.edits().wrap(U.begin(Block), U.end(Block), "(void *)(", ")");
    U.edits().replace(U.begin(Of), U.end(Of), Type);
    U.edits().insert(U.begin(Mark->getRParenLoc()), U.begin(Mark), U.end(Mark),
                     ", " + quoted(U.fileOf(Mark->getBeginLoc())) + ", " + std::to_string(U.line(Mark->getBeginLoc())));
  }
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
    if (!T.isNull() && isOwnText(A, T))
      Oracle.Wraps[A.Call] = wrapped(U, A, {"ckptg_behind(", ", " + use(T) + ")"});
    if (T.isNull() || (A.Name.empty() && isByteLike(T) != (returnsText(A.Library) && A.Library != "wcsdup")))
      continue;
    StringRef Form = blockForm(U, Types, A, T);
    bool Measured = isMeasured(U, Types, A, T), Apart = containsResume(A.Call, Oracle) || hasCompoundLiteral(A.Call);
    if (A.Out && (!Measured || Apart))
      continue;
    std::string Type = use(T);
    if (A.Out)
      typeOut(U, A, Type);
    else if (Measured && Apart)
      Oracle.Wraps[A.Call] = measureApart(U, A, Type, "ckptg_n" + std::to_string(++Arrays), Declarations);
    else if (Measured)
      measureHere(U, A, Type);
    else if (A.Name.empty())
      Oracle.Wraps[A.Call] = typeResult(U, A, Type, Form);
    else
      typeLibrary(U, A, Type, Form);
  }
  for (const RecordDecl *R : F.Structures)
    if (QualType T = U.ctx().getRecordType(R); !T->isVariablyModifiedType() && !isUnnamedMember(R))
      use(T);
  rewriteMarks(U, Types, F, Used);
  return Used;
}

void warnOfUntold(Unit &U, const TypeTables &Types, const Facts &F) {
  ToldBlocks Told(F);
  for (const Allocation &A : F.Allocations) {
    QualType T = elementType(U, A);
    if (A.Name.empty() || T.isNull() || U.inSystemHeader(A.Call->getBeginLoc()) || Told.has(U.ctx(), A.Call))
      continue;
    StringRef Form = blockForm(U, Types, A, T);
    std::string Name = T.getUnqualifiedType().getAsString();
    if (Form == "CKPTG_B_UNTOLD" && isHandedOut(Types, A, T))
      continue; // what is behind it callers say; or HandedOut.h says that they do not
    if (Form == "CKPTG_B_UNTOLD")
      U.report(Id::UntoldBlock, A.Call->getBeginLoc(), {"nothing but the pointer that it is kept in says that the block allocated here holds '" + Name + "': if it has room for several", "allocate n * sizeof(" + Name + ")"});
    else if (Form == "CKPTG_B_TRAILS")
      U.report(Id::UntoldBlock, A.Call->getBeginLoc(), {"the size does not say that the block allocated here holds nothing but a '" + Name + "' and elements of its last array: if it has room for more than one", "add n * sizeof the element"});
  }
}

} // namespace ckpt
