//===- Calls.cpp - calls of the C library and of MPI -------------------------------===//
#include "StillOpen.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

struct Opener {
  Id What;
  const char *Opens, *Closer;
  Gives How;
};
struct Giver {
  Id What;
  const char *Gives;
};

const StringMap<Opener> &openers() {
  static const StringMap<Opener> Map = {
#define CKPT_OPENS(Name, What, Opens, Closer, How) {#Name, {Id::What, Opens, Closer, Gives::How}},
#define CKPT_GIVES(Name, What, Gives)
#define CKPT_UNLOGGED(Name)
#include "calls.def"
  };
  return Map;
}

const StringMap<Giver> &givers() {
  static const StringMap<Giver> Map = {
#define CKPT_OPENS(Name, What, Opens, Closer, How)
#define CKPT_GIVES(Name, What, Gives) {#Name, {Id::What, Gives}},
#define CKPT_UNLOGGED(Name)
#include "calls.def"
  };
  return Map;
}

bool isUnlogged(StringRef Function) {
  static const StringMap<bool> Map = {
#define CKPT_OPENS(Name, What, Opens, Closer, How)
#define CKPT_GIVES(Name, What, Gives)
#define CKPT_UNLOGGED(Name) {#Name, true},
#include "calls.def"
  };
  return Map.count(Function);
}

/// htonl is a macro where compilers optimise: then only the user's line names it.
bool isNetworkOrder(Unit &U, const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  StringRef Name = F && F->getIdentifier() ? F->getName() : "";
  Name.consume_front("__builtin_");
  if (Name != "__bswap_32" && Name != "__bswap_16" && Name != "bswap32" && Name != "bswap16")
    return false;
  std::string File = U.fileOf(Call->getBeginLoc());
  std::unique_ptr<UserFile> Source = UserFile::open(File, File);
  return Source && Source->line(U.line(Call->getBeginLoc())).contains("hton");
}

class Calls : public CheckWalk<Calls> {
public:
  explicit Calls(CheckContext &C) : CheckWalk(C) {
    for (const CallExpr *Mark : C.F.ReplayMarks)
      if (const CallExpr *Call = replayedCall(U, Mark))
        Replayed.insert(Call);
  }

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = isNetworkOrder(U, Call) ? "htonl" : calledLibrary(C, Call);
    if (Name.empty() || !U.inText(Call->getBeginLoc()) || Replayed.count(Call))
      return true;
    if (auto At = openers().find(Name); At != openers().end() && !isOver(Call, At->second))
      U.report(At->second.What, Call->getBeginLoc(), {Name.str(), At->second.Opens});
    if (auto At = givers().find(Name); At != givers().end()) {
      Followed How = Call->getType()->isPointerType() ? Followed::Pointer : Followed::Number;
      if (Keep.keeps(Call, Current, How))
        U.report(At->second.What, Call->getBeginLoc(), {Name.str(), At->second.Gives});
    }
    if (Name == "mmap" || Name == "mmap64")
      mapping(Call);
    if (C.Program.UsesMPI)
      unlogged(Call, Name);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *F = dyn_cast<FunctionDecl>(R->getDecl());
    if (F && F->getIdentifier() && linkName(F).starts_with("ckpt_unsupported_"))
      U.report(Id::MpiUnsupported, R->getLocation(), {F->getName().str() + " is"});
    return true;
  }

private:
  /// The variable that has what the call makes: `regcomp(&v, ...)`, `v = iconv_open(...)`, `tsearch(key, &v, ...)`.
  const VarDecl *madeIn(const CallExpr *Call, Gives How) {
    const Expr *Place = nullptr;
    unsigned Argument = How == Gives::Placed ? 1 : 0;
    if (How != Gives::Address && Call->getNumArgs() > Argument) {
      const auto *O = dyn_cast<UnaryOperator>(bare(Call->getArg(Argument)));
      Place = O && O->getOpcode() == UO_AddrOf ? bare(O->getSubExpr()) : nullptr;
    } else {
      DynTypedNodeList Parents = U.ctx().getParents(*Call);
      if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
        return V;
      const auto *O = Parents.empty() ? nullptr : Parents[0].get<BinaryOperator>();
      Place = O && O->getOpcode() == BO_Assign ? bare(O->getLHS()) : nullptr;
    }
    const auto *R = dyn_cast_or_null<DeclRefExpr>(Place);
    return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  }

  /// Does no site find open what a call opens? An object in memory is no obstacle either where nobody names it any more.
  bool isOver(const CallExpr *Call, const Opener &O) {
    if (const VarDecl *V = O.What == Id::LibraryObject ? madeIn(Call, O.How) : nullptr)
      if (C.F.Excluded.count(V->getCanonicalDecl()) || (V->hasLocalStorage() && C.Live.reaches(Current) && !C.Live.namedAfter(V, Current)))
        return true;
    return !isStillOpen(C, Keep, Current, {Call, O.Closer, O.How});
  }

  /// Only what is private and anonymous is carried.
  void mapping(const CallExpr *Call) {
    constexpr int64_t Shared = 0x01, Anonymous = 0x20; // on all our targets
    Expr::EvalResult R;
    if (Call->getNumArgs() != 6 || !Call->getArg(3)->EvaluateAsInt(R, U.ctx()))
      return;
    int64_t Flags = R.Val.getInt().getExtValue();
    Opener Mapping{Id::Mapping, "", "munmap", Gives::Address};
    if ((Flags & Shared || !(Flags & Anonymous)) && !isOver(Call, Mapping))
      U.report(Id::Mapping, Call->getBeginLoc(), {Flags & Anonymous ? "shared memory" : "a file"});
  }

  void unlogged(const CallExpr *Call, StringRef Name) {
    if (isUnlogged(Name))
      return U.report(Id::MpiUnlogged, Call->getBeginLoc(), {"what '" + Name.str() + "' says is"});
    if (Name != "fopen" && Name != "open" && Name != "fopen64" && Name != "open64")
      return;
    const auto *Path = dyn_cast<clang::StringLiteral>(bare(Call->getArg(0)));
    StringRef Text = Path && Path->isOrdinary() ? Path->getString() : "";
    if (Text.starts_with("/dev/") ? Text != "/dev/null" && Text != "/dev/tty" : Text.starts_with("/proc/") || Text.starts_with("/sys/"))
      U.report(Id::MpiUnlogged, Call->getBeginLoc(), {"what is read from " + Text.str() + " is"});
  }

  DenseSet<const CallExpr *> Replayed;
};

} // namespace

void checkCalls(CheckContext &C) { Calls(C).run(); }

} // namespace ckpt
