//===- ForeignConstants.cpp - constants that no C file defines ---------------===//
#include "ForeignConstants.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

StringRef linkName(const VarDecl *V) {
  StringRef Name = V->getName();
  if (const auto *Label = V->getMostRecentDecl()->getAttr<AsmLabelAttr>())
    Name = Label->getLabel();
  Name.consume_front("\01");
  return Name;
}

/// The type with so many bytes; null: it is not of that size.
static QualType ofSize(const ASTContext &Ctx, QualType T, uint64_t Bytes) {
  const auto *Open = Ctx.getAsIncompleteArrayType(T);
  QualType Element = Open ? Open->getElementType() : T;
  if (Element->isIncompleteType() || Element->isFunctionType())
    return QualType();
  uint64_t Each = Ctx.getTypeSizeInChars(Element).getQuantity();
  if (!Each || Bytes < Each)
    return QualType();
  return Open ? Ctx.getConstantArrayType(Element, APInt(64, Bytes / Each), nullptr, ArraySizeModifier::Normal, 0) : T;
}

std::vector<ForeignConstant> foreignConstants(const Unit &U, const Closure &C) {
  std::vector<ForeignConstant> Out;
  const ASTContext &Ctx = U.ctx();
  for (const Decl *D : Ctx.getTranslationUnitDecl()->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || V->getMostRecentDecl() != V || !V->getIdentifier() || !U.inText(V->getLocation()) || !V->hasExternalStorage() || V->getFormalLinkage() != Linkage::External ||
        !Ctx.getBaseElementType(V->getType()).isConstQualified() || V->getTSCSpec() != TSCS_unspecified)
      continue;
    bool Defined = V->getDefinition() || const_cast<VarDecl *>(V)->getActingDefinition();
    bool Used = any_of(V->redecls(), [](const VarDecl *R) { return R->isUsed() || R->isReferenced(); });
    auto Known = C.Constants.find(linkName(V).str());
    if (Defined || !Used || Known == C.Constants.end())
      continue;
    if (QualType T = ofSize(Ctx, V->getType(), Known->second); !T.isNull())
      Out.push_back({V, T});
  }
  return Out;
}

} // namespace ckpt
