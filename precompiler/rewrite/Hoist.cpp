//===- Hoist.cpp - local statics and local types move to file scope -----------===//
#include "Hoist.h"
#include "TypesInExpressions.h"
#include "clang/AST/ParentMapContext.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Follows hoisted declarations: renames every mention of them.
class Renamer : public TypesInExpressions<Renamer> {
public:
  explicit Renamer(Unit &U) : U(U) {}
  std::map<const Decl *, std::string> Names; ///< canonical declarations

  bool VisitDeclRefExpr(DeclRefExpr *R) {
    rename(R->getDecl(), R->getLocation());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc L) {
    rename(L.getTypedefNameDecl(), L.getNameLoc());
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc L) {
    // The loc of a definition in place is renamed with the definition.
    if (L.getDecl()->getIdentifier())
      rename(L.getDecl(), L.getNameLoc());
    return true;
  }

  bool VisitDeclStmt(DeclStmt *S) { // `struct node;` would declare another type
    const auto *T = S->isSingleDecl() ? dyn_cast<TagDecl>(S->getSingleDecl()) : nullptr;
    if (T && !T->isThisDeclarationADefinition() && Names.count(T->getCanonicalDecl()))
      U.edits().replace(U.begin(S), U.end(S), " ");
    return true;
  }

  /// Names in vector_size(...), which is not in Clang's tree.
  void renameInVectorSizes() {
    StringRef Text = U.text();
    for (size_t At = 0; !Names.empty() && (At = Text.find("vector_size", At)) != StringRef::npos; ++At) {
      size_t Open = Text.find_first_of("(;", At), Stop = Open == StringRef::npos || Text[Open] != '(' ? Open : Text.find_first_of(";{}=", Open);
      for (size_t Begin = Open, End; Open != StringRef::npos && (Begin = findWord(Text, Begin, Stop)) < Stop; Begin = End) {
        for (End = Begin; isAlnum(Text[End]) || Text[End] == '_';)
          ++End;
        if (const std::string *New = namedThere(Text.slice(Begin, End), Begin))
          U.edits().replace(Begin, End, *New);
      }
    }
  }

private:
  static size_t findWord(StringRef Text, size_t At, size_t Stop) {
    while (At < std::min(Stop, Text.size()) && !isAlpha(Text[At]) && Text[At] != '_')
      At += isDigit(Text[At]) ? Text.drop_front(At).take_while([](char C) { return isAlnum(C) || C == '_'; }).size() : 1;
    return std::min(At, Stop);
  }
  /// What \p Word means at \p At: the last one declared before in a block around it.
  const std::string *namedThere(StringRef Word, unsigned At) {
    const std::string *Found = nullptr;
    unsigned Last = 0;
    for (auto &[D, New] : Names) {
      const auto *Named = dyn_cast<NamedDecl>(D);
      if (!Named || isa<TagDecl>(D) || !Named->getIdentifier() || Named->getName() != Word || U.begin(D->getLocation()) >= At || U.begin(D->getLocation()) < Last)
        continue;
      DynTypedNode Node = DynTypedNode::create(*D);
      const CompoundStmt *Block = nullptr;
      for (DynTypedNodeList Up = U.ctx().getParents(Node); !Block && !Up.empty(); Up = U.ctx().getParents(Node)) {
        Node = Up[0];
        Block = Node.get<CompoundStmt>();
      }
      if (!Block || U.end(Block->getRBracLoc()) < At)
        continue;
      Found = &New;
      Last = U.begin(D->getLocation());
    }
    return Found;
  }
  void rename(const Decl *D, SourceLocation At) {
    auto Found = Names.find(D->getCanonicalDecl());
    if (Found != Names.end() && U.inText(At))
      U.edits().replace(U.begin(At), U.end(At), Found->second);
  }
  Unit &U;
};

/// What has a value, or a type, at file scope, too, though it names a variable of the function: `sizeof x`, `__typeof__(x)`.
bool isConstantIn(ASTContext &Ctx, const Stmt *S, llvm::APSInt *Value = nullptr) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  Expr::EvalResult Result;
  if (!E || E->getType().isNull() || !E->getType()->isIntegralOrEnumerationType() || !E->isPRValue() || !E->EvaluateAsInt(Result, Ctx))
    return false;
  if (Value)
    *Value = Result.Val.getInt();
  return true;
}
bool isConstantIn(TypeOfExprTypeLoc L) { return !L.getType()->isVariablyModifiedType(); }

/// Does an automatic variable occur in this, or a label; but where it has a value or type without?
class NeedsFrame : public RecursiveASTVisitor<NeedsFrame> {
public:
  explicit NeedsFrame(ASTContext *But = nullptr) : But(But) {}
  bool Found = false;
  bool TraverseStmt(Stmt *S) { return (But && isConstantIn(*But, S)) || RecursiveASTVisitor::TraverseStmt(S); }
  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc L) { return (But && isConstantIn(L)) || RecursiveASTVisitor::TraverseTypeOfExprTypeLoc(L); }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl()); // a parameter that only its own prototype knows is in no function
    Found |= V && ((V->hasLocalStorage() && V->getDeclContext()->isFunctionOrMethod()) || (!But && V->isLocalExternDecl()));
    return true;
  }
  bool VisitStmtExpr(StmtExpr *) { // stands in functions only
    Found = true;
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *) {
    Found = true;
    return true;
  }

private:
  ASTContext *But;
};

bool needsFrame(const Expr *E) {
  NeedsFrame N;
  N.TraverseStmt(const_cast<Expr *>(E));
  return N.Found;
}

/// Enumerators, bounds, widths, assertions, initialisers that are computed from a variable of the function (`4 * sizeof argument`), and types that are
/// its (`__typeof__(argument)`), which file scope does not know: their values and types instead.
class FrameConstants : public RecursiveASTVisitor<FrameConstants> {
public:
  FrameConstants(Unit &U, TypeText &Text) : U(U), Text(Text) {}
  /// In the order of the text, none in another one.
  std::vector<Segment> found() {
    llvm::sort(Found, [](const Segment &A, const Segment &B) { return A.Begin != B.Begin ? A.Begin < B.Begin : A.End > B.End; });
    std::vector<Segment> Out;
    for (const Segment &S : Found)
      if (Out.empty() || Out.back().End <= S.Begin) // typeof(char[sizeof v]) a, b; comes twice
        Out.push_back(S);
    return Out;
  }
  bool TraverseStmt(Stmt *S) {
    llvm::APSInt Value;
    if (!isConstantIn(U.ctx(), S, &Value) || !needsFrame(cast<Expr>(S)))
      return RecursiveASTVisitor::TraverseStmt(S);
    const auto *E = cast<Expr>(S);
    QualType T = U.ctx().getCanonicalType(E->getType());
    if (const auto *Enum = T->getAs<EnumType>())
      T = Enum->getDecl()->getIntegerType();
    Found.push_back({U.begin(E), U.end(E), "((" + Text.declare(T.getUnqualifiedType(), "") + ")" + constantText(Value) + ")"});
    return true;
  }
  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc L) {
    if (!isConstantIn(L) || !needsFrame(L.getUnderlyingExpr()))
      return RecursiveASTVisitor::TraverseTypeOfExprTypeLoc(L);
    Found.push_back({U.begin(L.getBeginLoc()), U.end(L.getEndLoc()), "__typeof__(" + Text.declare(L.getUnderlyingExpr()->getType(), "") + ")"});
    return true;
  }

private:
  std::vector<Segment> Found;
  Unit &U;
  TypeText &Text;
};

/// The attributes between the keyword and the name, or the brace; \p Constants that stand in them are taken out of the others.
std::string attributesBefore(Unit &U, const TagDecl *T, std::vector<Segment> &Constants) {
  unsigned At = U.end(T->getBeginLoc()), To = U.endOfAttributes(At);
  std::string Text;
  while (!Constants.empty() && Constants.front().Begin < To) {
    const Segment &S = Constants.front();
    Text += U.text().slice(At, S.Begin).str() + S.Text;
    At = S.End;
    Constants.erase(Constants.begin());
  }
  Text += U.text().slice(At, std::max(At, To));
  return Text.empty() ? "" : Text + " ";
}

/// The real type has the layout of the user's, whatever pragmas stand around either.
std::string layoutCheck(Unit &U, const TagDecl *T, const std::string &Spelling) {
  if (!T->isCompleteDefinition() || T->isDependentType())
    return "";
  QualType Q = U.ctx().getTypeDeclType(T);
  return " __extension__ _Static_assert(sizeof(" + Spelling + ") == " + std::to_string(U.ctx().getTypeSizeInChars(Q).getQuantity()) + " && _Alignof(" + Spelling +
         ") == " + std::to_string(U.ctx().getTypeAlignInChars(Q).getQuantity()) + ", \"ckptcc: a local type would have another layout at file scope, where it has to be: define it there\");";
}

/// What of a typedef's attributes changes the type.
std::string attributesOf(Unit &U, const TypedefNameDecl *T) {
  std::string Text;
  if (T->hasAttr<AlignedAttr>())
    Text += " __attribute__((aligned(" + std::to_string(T->getMaxAlignment() / 8) + ")))";
  if (T->hasAttr<MayAliasAttr>())
    Text += " __attribute__((may_alias))";
  return Text;
}

/// What of a variable's attributes says where it lies, and under which name; the others are for whoever reads its function. Its alignment: alignmentOf().
std::string attributesOf(Unit &U, const VarDecl *V) {
  std::string Label, Text;
  for (const Attr *A : V->attrs()) {
    if (const auto *L = dyn_cast<AsmLabelAttr>(A))
      Label = " __asm__(" + quoted(L->getLabel()) + ")";
    else if (const auto *S = dyn_cast<SectionAttr>(A))
      Text += " __attribute__((section(" + quoted(S->getName()) + ")))";
    else if (isa<UsedAttr>(A))
      Text += " __attribute__((used))";
    else if (isa<RetainAttr>(A))
      Text += " __attribute__((retain))";
    else if (const auto *M = dyn_cast<TLSModelAttr>(A))
      Text += " __attribute__((tls_model(" + quoted(M->getModel()) + ")))";
    else if (!A->isImplicit() && isa<AliasAttr, WeakRefAttr, WeakAttr, LoaderUninitializedAttr>(A))
      U.report(Id::LostAttributes, V->getLocation(), {V->getName().str()});
  }
  return Label + Text;
}

/// Does the expression name the function?
class Naming : public RecursiveASTVisitor<Naming> {
public:
  explicit Naming(const FunctionDecl *F) : F(F) {}
  bool Found = false;
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    Found |= R->getDecl()->getCanonicalDecl() == F->getCanonicalDecl();
    return true;
  }

private:
  const FunctionDecl *F;
};

/// An initialiser that names its own function will stand before that: it needs a declaration if it has had none yet.
std::string ownDeclaration(TypeText &Text, const FunctionDecl *Home, const Expr *Init) {
  if (!Home || !Home->isFirstDecl() || Home->isMain())
    return "";
  Naming N(Home);
  N.TraverseStmt(const_cast<Expr *>(Init));
  return N.Found ? (Home->getStorageClass() == SC_Static ? "static " : "") + Text.declare(Home->getType(), Home->getName().str()) + "; " : "";
}

const DeclStmt *declStmt(Unit &U, const Decl *D) {
  DynTypedNodeList Parents = U.ctx().getParents(*D);
  return Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
}

} // namespace

std::string constantText(const llvm::APSInt &N) {
  llvm::APSInt Wide(N.extend(N.getBitWidth() + 1), false); // the sign of an unsigned one is plus
  if (!Wide.isIntN(64) && !Wide.isSignedIntN(64)) // no literal is so wide
    return "((" + std::string(N.isSigned() ? "__int128)((unsigned " : "unsigned ") + "__int128)" + llvm::toString(N.lshr(64), 16, false, true) + "ull << 64 | " +
           llvm::toString(N.trunc(64), 16, false, true) + "ull)" + (N.isSigned() ? ")" : "");
  if (Wide.isNegative()) // -9223372036854775808 has no literal
    return "(-" + llvm::toString(-(Wide + 1), 10, true) + (Wide.isSignedIntN(32) ? "" : "ll") + " - 1)";
  return llvm::toString(Wide, 10) + (Wide.isIntN(31) ? "" : Wide.isIntN(63) ? "ll" : "ull");
}

bool dependsOnFrame(const VarDecl *V) {
  NeedsFrame N(&V->getASTContext());
  N.TraverseDecl(const_cast<VarDecl *>(V));
  return N.Found || V->getType()->isVariablyModifiedType();
}

void shareOurs(Unit &U, const Facts &F) {
  for (const OMPDefaultClause *C : F.SharesNone)
    U.edits().replace(U.begin(C->getBeginLoc()), U.end(C->getEndLoc()), "default(shared)");
  for (const OMPDefaultClause *C : F.SharesOwn) {
    bool First = C->getDefaultKind() == llvm::omp::OMP_DEFAULT_firstprivate;
    if (C->getDefaultKind() != llvm::omp::OMP_DEFAULT_shared)
      U.report(Id::OpenMPDefault, C->getBeginLoc(), {First ? "default(firstprivate)" : "default(private)", First ? "firstprivate(...)" : "private(...)"});
  }
}

HoistResult hoist(Unit &U, TypeText &Text, const Facts &F) {
  HoistResult R;
  R.U = &U;
  Renamer Names(U);
  struct Item {
    unsigned At;
    std::function<void()> Do;
  };
  std::vector<Item> Items;

  for (const TagDecl *T : F.LocalTags) {
    const TagDecl *Outer = dyn_cast<TagDecl>(T->getLexicalDeclContext());
    if (const auto *Member = dyn_cast<RecordDecl>(T); Outer && Member && Member->isAnonymousStructOrUnion())
      continue; // moves with that, and would be none any more with a tag
    std::string New = U.fresh(((T->getIdentifier() ? T->getName() : StringRef("anon")) + "_").str());
    Text.hoisted(T, New);
    if (T->getIdentifier())
      Names.Names[T->getCanonicalDecl()] = New;
    if (const auto *E = dyn_cast<EnumDecl>(T))
      for (const EnumConstantDecl *C : E->enumerators()) {
        std::string NewC = U.fresh((C->getName() + "_").str());
        Names.Names[C->getCanonicalDecl()] = NewC;
        U.edits().replace(U.begin(C->getLocation()), U.end(C->getLocation()), NewC);
      }
    unsigned Begin = U.begin(T->getBeginLoc()), End = U.end(T->getBraceRange().getEnd());
    unsigned Brace = U.begin(T->getBraceRange().getBegin());
    unsigned Whole = U.endOfAttributes(End);
    const char *Keyword = T->isUnion() ? "union " : T->isEnum() ? "enum " : "struct ";
    if (Outer) { // moves with the struct it is declared in
      if (T->getIdentifier())
        U.edits().replace(U.begin(T->getLocation()), U.end(T->getLocation()), New);
      else
        U.edits().insert(Brace, Begin, End, " " + New + " ");
      continue;
    }
    FrameConstants Constants(U, Text);
    Constants.TraverseDecl(const_cast<TagDecl *>(T));
    std::string Spelling = Keyword + New;
    std::vector<Segment> Values = Constants.found();
    std::string Attributes = attributesBefore(U, T, Values);
    R.Pieces.push_back({F.HomeOf.lookup(T), Brace, Whole, Keyword + Attributes + New + " ", ";" + layoutCheck(U, T, Spelling), Begin, Values});
    const DeclStmt *Alone = declStmt(U, T);
    if (Alone && Alone->isSingleDecl()) {
      U.edits().replace(U.begin(Alone), U.end(Alone), " ");
      continue;
    }
    Items.push_back({Begin, [&U, Begin, Whole, Spelling] { U.edits().replace(Begin, Whole, Spelling); }});
  }
  std::set<const DeclStmt *> Moved; // declarations of types only, all of which can move
  auto moves = [](const Decl *D) {
    const auto *T = dyn_cast<TypedefNameDecl>(D);
    return isa<TagDecl>(D) || (T && !T->getUnderlyingType()->isVariablyModifiedType());
  };
  for (const TypedefNameDecl *T : F.LocalTypedefs) {
    const DeclStmt *D = declStmt(U, T);
    if (!D || !all_of(D->decls(), moves))
      continue;
    std::string New = U.fresh((T->getName() + "_").str());
    Names.Names[T->getCanonicalDecl()] = New;
    Text.hoisted(T, New);
    // Spelt anew: its text may hold a tag's definition that moves by itself.
    R.Pieces.push_back({F.HomeOf.lookup(T), 0, 0,
                        "typedef " + Text.declare(T->getUnderlyingType(), New) + attributesOf(U, T), ";", U.end(D)});
    if (Moved.insert(D).second)
      U.edits().replace(U.begin(D), U.end(D), " ");
  }
  std::set<const DeclStmt *> Done;
  for (const VarDecl *V : F.LocalStatics) {
    const DeclStmt *D = declStmt(U, V);
    if (!D || dependsOnFrame(V))
      continue; // stays where it is: checkVariables has refused it if it matters
    std::string New = U.fresh(("s_" + V->getName() + "_").str());
    Names.Names[V->getCanonicalDecl()] = New;
    R.Statics.push_back({V, New});
    std::string Prefix = (V->getTSCSpec() != TSCS_unspecified ? "static __thread " : "static ") +
                         Text.variable(V, (V->getType().isConstQualified() ? "const " : "") + New) + attributesOf(U, V) + alignmentOf(U.ctx(), V);
    if (const Expr *Init = V->getInit()) {
      FrameConstants Constants(U, Text);
      Constants.TraverseStmt(const_cast<Expr *>(Init));
      R.Pieces.push_back({F.HomeOf.lookup(V), U.begin(Init), U.end(Init), ownDeclaration(Text, F.HomeOf.lookup(V), Init) + Prefix + " = ", ";",
                          U.end(V->getEndLoc()), Constants.found()});
    } else
      R.Pieces.push_back({F.HomeOf.lookup(V), 0, 0, Prefix, ";", U.end(V->getEndLoc())});
    if (Done.insert(D).second)
      U.edits().replace(U.begin(D), U.end(D), " ");
  }
  llvm::stable_sort(R.Pieces, [](const HoistResult::Piece &A, const HoistResult::Piece &B) {
    return A.Order < B.Order;
  });
  Names.TraverseDecl(U.ctx().getTranslationUnitDecl());
  Names.renameInVectorSizes();
  for (Item &I : Items)
    I.Do();
  return R;
}

std::string HoistResult::textBefore(const FunctionDecl *F) const {
  std::string S;
  for (const Piece &P : Pieces)
    if (P.Home == F)
      S += P.Prefix + (P.End > P.Begin ? U->edits().render(P.Begin, P.End, P.Constants) : "") + P.Suffix + " ";
  return S;
}

} // namespace ckpt
