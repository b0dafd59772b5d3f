//===- Mentions.cpp - is a variable or member named? ----------------------===//
#include "Mentions.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace ckpt {
namespace {

class Finder : public RecursiveASTVisitor<Finder> {
public:
  explicit Finder(const ValueDecl *D) : D(D) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) { return R->getDecl() != D; }
  bool VisitMemberExpr(MemberExpr *M) { return M->getMemberDecl() != D; }

private:
  const ValueDecl *D;
};

} // namespace

bool mentions(const Stmt *S, const ValueDecl *D) { return !Finder(D).TraverseStmt(const_cast<Stmt *>(S)); }

} // namespace ckpt
