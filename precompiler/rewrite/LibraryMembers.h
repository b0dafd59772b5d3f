//===- LibraryMembers.h - members of the C library's own structures -----------===//
//
// Purpose: which members of a system header's structure are not the program's:
// they differ between targets, and there is nothing in them to carry.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_LIBRARYMEMBERS_H
#define CKPT_REWRITE_LIBRARYMEMBERS_H

#include "Unit.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"

namespace ckpt {

/// Room that the C library keeps in its structures (struct stat): other members
/// on each target, and nothing in them.
inline bool isReservedRoom(const clang::FieldDecl *F, const clang::ASTContext &Ctx) {
  llvm::StringRef N = F->getName();
  return (N.starts_with("__pad") || N.starts_with("__glibc_reserved") || N.starts_with("__unused")) &&
         Ctx.getSourceManager().isInSystemHeader(F->getLocation());
}

inline bool isSigaction(const Unit &U, const clang::RecordDecl *D) {
  return D->getName() == "sigaction" && U.inSystemHeader(D->getLocation());
}

/// Of no meaning to the program, and not there on all targets.
inline bool isLibrarysOwn(const Unit &U, const clang::RecordDecl *D, const clang::FieldDecl *F) {
  return F->getName() == "sa_restorer" && isSigaction(U, D);
}

/// Bits of a member that only this machine's kernel uses: x86's SA_RESTORER
/// says that sa_restorer is valid.
inline unsigned machinesOwnBits(const Unit &U, const clang::RecordDecl *D, const clang::FieldDecl *F) {
  return F->getName() == "sa_flags" && isSigaction(U, D) ? 0x04000000 : 0;
}

/// The union in mbstate_t: what is known of a character in part is a number in UTF-8. The runtime looks for that name (runtime/save/table.c).
inline bool isCharacterState(const clang::RecordDecl *D, const clang::ASTContext &Ctx) {
  return D->isUnion() && !D->field_empty() && D->field_begin()->getName() == "__wch" && Ctx.getSourceManager().isInSystemHeader(D->getLocation());
}

/// Which of the C library's locks, or of their attributes, a union is; empty: none. What its state is the runtime knows (runtime/objects/locks.h).
inline llvm::StringRef lockOf(const clang::RecordDecl *D, const clang::ASTContext &Ctx) {
  if (!D->isUnion() || !Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
    return "";
  const clang::TypedefNameDecl *Named = D->getTypedefNameForAnonDecl();
  return llvm::StringSwitch<llvm::StringRef>(Named ? Named->getName() : D->getName())
      .Cases("pthread_mutex_t", "mtx_t", "mutex")
      .Cases("pthread_cond_t", "cnd_t", "cond")
      .Case("pthread_rwlock_t", "rwlock")
      .Case("sem_t", "semaphore")
      .Case("pthread_barrier_t", "barrier")
      .Case("pthread_attr_t", "attr")
      .Case("pthread_mutexattr_t", "mutexattr")
      .Case("pthread_condattr_t", "condattr")
      .Case("pthread_rwlockattr_t", "rwlockattr")
      .Case("pthread_barrierattr_t", "barrierattr")
      .Default("");
}

} // namespace ckpt
#endif
