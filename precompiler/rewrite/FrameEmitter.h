//===- FrameEmitter.h - emits one copy of a checkpointable function -----------===//
//
// Purpose: the class behind Frames.h. FrameStatements.cpp walks statements,
// FrameExpressions.cpp moves calls out of expressions, FrameResume.cpp writes
// resume points and the tables. Injected code stays on the line where it
// stands, so line numbers need marks only where text moves.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_FRAMEEMITTER_H
#define CKPT_REWRITE_FRAMEEMITTER_H

#include "../frontend/Markers.h"
#include "Frames.h"
#include "LateLocals.h"

namespace ckpt {

/// A variable that can be live at a resume point.
struct LocalSlot {
  std::string User;   ///< name in images and messages
  std::string Code;   ///< name in emitted code
  clang::QualType Type;
  bool Memory = false, Vla = false;
  bool Excluded = false; ///< #pragma ckpt exclude: it has an identity and no saved value
  std::string Whole;  ///< of a variable length array: an expression of its type, without pad
  /// Not a variable but a mark: from here on this variably modified declaration
  /// is in scope, and a jump may not enter it.
  const clang::NamedDecl *Mark = nullptr;
  unsigned Line = 0;
  const clang::VarDecl *Decl = nullptr; ///< null: a temporary of ours
};

/// A resume point's entry in the tables.
struct ResumeSlot {
  std::string Callee; ///< quoted name, "\"*\"", or "0" for a site
  std::string Site;   ///< quoted or "0"
  unsigned Line = 0;
  std::vector<LocalSlot> Locals;
  std::vector<const clang::NamedDecl *> Variable; ///< variably modified declarations in scope
};

class FrameEmitter {
public:
  FrameEmitter(Unit &U, TypeText &Text, TypeTables &Types, const Facts &F,
               const FunctionFacts &Fn, const CallOracle &Oracle,
               const Prepared &Ready, const DeadStatics &Dead, const std::string &Name,
               const Liveness &Live);

  std::string emitHot();
  std::string emitRestart(); ///< after emitHot()
  std::string emitTables();
  std::vector<ResumeDecisions> Decisions; ///< emitHot() makes them

private:
  // Statements. Each returns one statement (declarations: a sequence).
  std::string emitStmt(const clang::Stmt *S);
  std::string emitCompound(const clang::CompoundStmt *S, llvm::StringRef Prologue = "",
                           llvm::StringRef Epilogue = "");
  std::string emitDecl(const clang::DeclStmt *S);
  std::string emitSplitDecl(const clang::DeclStmt *S);
  unsigned blockStart(const clang::CompoundStmt *S) const;
  std::string emitVariable(const clang::NamedDecl *D, clang::QualType T, const clang::Expr *Init);
  std::string bounds(clang::QualType T, const clang::NamedDecl *D, std::string &Pre,
                     std::vector<LocalSlot> &Slots);
  std::string stageJump(unsigned K, const clang::NamedDecl *After) const;
  std::string emitIf(const clang::IfStmt *S);
  std::string emitWhile(const clang::WhileStmt *S);
  std::string emitDo(const clang::DoStmt *S);
  std::string emitFor(const clang::ForStmt *S);
  std::string emitSwitch(const clang::SwitchStmt *S);
  std::string emitReturn(const clang::ReturnStmt *S);
  std::string emitExprStmt(const clang::Expr *E);
  std::string emitBody();
  std::string declareLiterals(const clang::CompoundStmt *S);
  void checkBounds();
  std::string markAt(unsigned Offset) const;
  std::string emitSite(const clang::CallExpr *C);
  std::string hooks(Hook H, int N);
  void declareInScope(const clang::VarDecl *V);
  void refuse(const clang::Stmt *S, Id Why, llvm::ArrayRef<std::string> Args = {});
  unsigned stmtEnd(const clang::Stmt *S) const;
  std::string verbatim(const clang::Stmt *S);
  std::string balance(std::string Out, unsigned Begin, unsigned End) const;
  bool needsStructure(const clang::Stmt *S) const;
  bool hasResume(const clang::Stmt *S) const { return S && containsResume(S, Oracle); }

  // Expressions.
  /// Lowers \p E; code that must run first is appended to \p Pre.
  std::string lowerFull(const clang::Expr *E, std::string &Pre, bool Void = false);
  std::string lower(const clang::Expr *E, std::string &Pre, bool Void = false);
  std::string lowerCall(const clang::CallExpr *C, std::string &Pre, bool Void);
  std::string lowerLogical(const clang::BinaryOperator *B, std::string &Pre);
  std::string lowerConditional(const clang::AbstractConditionalOperator *C,
                               std::string &Pre, bool Void);
  std::string lowerStmtExpr(const clang::StmtExpr *S, std::string &Pre, bool Void);
  std::string lowerChildren(const clang::Expr *E, std::string &Pre,
                            unsigned Begin, unsigned End);
  std::string wrapped(const clang::Expr *E, std::string S) const;
  std::string newTemp(clang::QualType T, const std::string &User, std::string &Pre,
                      unsigned Line);
  /// `Temp = Value;`, also for structs with const members.
  std::string assign(const std::string &Temp, clang::QualType T, const std::string &Value) const;
  /// \p E  whose value it holds
  void liveTemp(const std::string &Code, const clang::Expr *E, const std::string &User,
                unsigned Line);

  // setjmp (Jumps.cpp).
  std::string declareJumps();
  std::string jumpCall(const clang::CallExpr *C, const std::string &Env);
  std::string lowerJump(const clang::CallExpr *C, std::string &Pre);
  std::string rearm();
  std::string checkJumps() const;

  // Resume points.
  std::string callResume(const clang::CallExpr *C, const std::string &Callee,
                         const std::string &Args, const std::string &Temp);
  bool isNeeded(const clang::CallExpr *C, const clang::VarDecl *V) const;
  void refuseLateLocals(const clang::CallExpr *C);
  unsigned newResume(const clang::CallExpr *C, std::string Callee, std::string Site);
  std::string capture(unsigned K) const;
  std::string bind(unsigned K);
  std::string addresses(const ResumeSlot &R, bool Capture) const;
  std::string sizes(const ResumeSlot &R) const;
  std::string dummyReturn() const;
  std::string dummyArguments(const clang::CallExpr *C) const;
  std::string header(bool RestartCopy);

  Unit &U;
  TypeText &Text;
  TypeTables &Types;
  const Facts &F;
  const FunctionFacts &Fn;
  const CallOracle &Oracle;
  const Prepared &Ready;
  const DeadStatics &Dead;
  std::string Name;
  const Liveness &Live;
  const LateLocals Late;
  bool Restart = false;
  std::vector<ResumeSlot> Resumes;
  llvm::DenseSet<const clang::Decl *> Refused; ///< variables that were reported: once is enough
  std::vector<ResumeSlot> Known;                  ///< restart copy: the hot copy's
  std::vector<LocalSlot> Scope;
  std::vector<const clang::Expr *> Full;          ///< full expressions being lowered
  std::vector<const clang::NamedDecl *> Variable; ///< variably modified declarations, in order (hot copy)
  std::map<const clang::Expr *, std::string> Bounds; ///< array bounds evaluated so far
  unsigned Temps = 0, BoundCount = 0;
  bool RefusalReported = false;
};

/// A struct that C does not let us assign (6.3.2.1p1).
bool hasConstMember(clang::QualType T);

/// Can const be taken off the declaration's text? Where: offsets of the words.
std::vector<std::pair<unsigned, unsigned>> constWords(const Unit &U, const clang::VarDecl *V);

/// Can a restart set the variable only by its address?
bool isSetInMemory(const Unit &U, const clang::VarDecl *V);

/// Does an array in the structure that \p E has as its value become a pointer? It leads to an object that lives as long as the full expression.
bool leavesPointer(clang::ASTContext &Ctx, const clang::Expr *E);

/// va_list under any of its names.
bool isVaList(clang::QualType T);

} // namespace ckpt
#endif
