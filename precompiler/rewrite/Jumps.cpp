//===- Jumps.cpp - setjmp in a checkpointable function ------------------------===//
//
// A jump buffer is worth something as long as the frame stands that called
// setjmp. Each call of setjmp keeps, in a variable of the frame, which buffer it
// has armed; where a restart copy takes its locals back it calls setjmp again
// with that buffer. A longjmp then leads there, and on to where the first call
// stands, as if that had returned again.
//
//===----------------------------------------------------------------------===//
#include "FrameEmitter.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

bool isSetjmp(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F || !F->getIdentifier() || !C->getNumArgs())
    return false;
  StringRef N = F->getName();
  return N == "setjmp" || N == "_setjmp" || N == "sigsetjmp" || N == "__sigsetjmp";
}

namespace {
std::string slot(size_t N) { return "ckptg_j" + std::to_string(N); }
} // namespace

/// What every frame has: a buffer for each setjmp, and the value thrown to a restart copy.
std::string FrameEmitter::declareJumps() {
  std::string Out;
  for (size_t N = 0; N < Ready.Jumps.size(); ++N) {
    const CallExpr *C = Ready.Jumps[N];
    LocalSlot L;
    L.Code = slot(N);
    L.Type = C->getArg(0)->getType().getUnqualifiedType();
    L.Line = U.line(C->getBeginLoc());
    L.User = Ready.JumpNames[N];
    Out += " " + Text.declare(L.Type.withVolatile(), L.Code) + " = 0;";
    Scope.push_back(L);
  }
  return Out.empty() || !Restart ? Out : Out + " volatile int ckptg_thrown = 0;";
}

/// `setjmp(Env` with the arguments that follow, all constants.
std::string FrameEmitter::jumpCall(const CallExpr *C, const std::string &Env) {
  const Expr *Callee = C->getCallee();
  std::string S = U.edits().render(U.begin(Callee), U.end(Callee)) + "(" + Env;
  for (unsigned I = 1; I < C->getNumArgs(); ++I)
    S += ", " + U.edits().render(U.begin(C->getArg(I)), U.end(C->getArg(I)));
  return S + ")";
}

std::string FrameEmitter::lowerJump(const CallExpr *C, std::string &Pre) {
  size_t N = llvm::find(Ready.Jumps, C) - Ready.Jumps.begin();
  if (any_of(Scope, [](const LocalSlot &L) { return L.Mark; }))
    refuse(C, Id::SetjmpScope);
  std::string Env = lower(C->getArg(0), Pre);
  std::string T = newTemp(C->getType(), "", Pre, 0), J = slot(N);
  if (Restart)
    Pre += "if (0) { ckptg_S" + std::to_string(N) + ":; " + T + " = ckptg_thrown; } else ";
  Pre += "{ " + Text.declare(C->getArg(0)->getType().getUnqualifiedType(), "ckptg_e") + " = " + Env + "; ";
  for (size_t M = 0; M < Ready.Jumps.size(); ++M)
    if (M != N)
      Pre += "if (" + slot(M) + " == ckptg_e) " + slot(M) + " = 0; ";
  Pre += J + " = ckptg_arm(" + J + ", ckptg_e); " + T + " = " + jumpCall(C, "ckptg_e") + "; } ";
  liveTemp(T, C, "(result of setjmp)", U.line(C->getBeginLoc()));
  return T;
}

/// In a restart copy that has its locals back.
std::string FrameEmitter::rearm() {
  std::string S;
  for (size_t N = 0; N < Ready.Jumps.size(); ++N)
    S += "if (ckptg_is_armed(" + slot(N) + ") && (ckptg_thrown = " + jumpCall(Ready.Jumps[N], slot(N)) + ")) goto ckptg_S" +
         std::to_string(N) + "; ";
  return S;
}

/// Before a frame is handed over: one call that armed several buffers cannot be told from another.
std::string FrameEmitter::checkJumps() const {
  std::string S;
  for (size_t N = 0; N < Ready.Jumps.size(); ++N)
    S += "if (ckptg_is_several(" + slot(N) + ")) ckptg_jumps_lost(" + quoted(U.fileOf(Ready.Jumps[N]->getBeginLoc())) + ", " +
         std::to_string(U.line(Ready.Jumps[N]->getBeginLoc())) + "); ";
  return S;
}

} // namespace ckpt
