//===- Facts.h - what a unit contains ----------------------------------------===//
//
// Purpose: one walk over a unit's AST that collects everything the summary and
// the rewriting passes need: functions with their calls, variables with static
// storage, functions whose address is taken, literals that may be pointed to,
// allocations, references to wrapped library functions. Edits nothing.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_FACTS_H
#define CKPT_ANALYSIS_FACTS_H

#include "../rewrite/Unit.h"
#include "Sizes.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/OpenMPClause.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace ckpt {

/// A call whose result is a new block, or may be.
struct Allocation {
  const clang::CallExpr *Call;
  llvm::StringRef Name;          ///< "malloc", ..., "posix_memalign"; or empty: the program's own allocator
  llvm::StringRef Library;       ///< the library function that is called, or empty
  clang::QualType Assigned;      ///< pointee of the pointer it ends up in, or null
  BlockSize Size;                ///< what its arguments say
  const clang::FunctionDecl *In = nullptr; ///< the function, or null: an initialiser
  const clang::VarDecl *Holder = nullptr;  ///< the local `void *` that it is put into first
  llvm::SmallVector<unsigned, 2> Telling = {}; ///< the arguments of the program's own allocator that speak of its type
  bool InParameter = false;      ///< it stands in the bound of a parameter
  const clang::Expr *Out = nullptr;        ///< (void **)&p: the argument that says where the program's own allocator, or MPI_Alloc_mem, puts the address
  bool Recast = false;           ///< (struct number *)make(NUMBER, sizeof(struct number)), where make returns a struct node *
};

/// Does that function of the C library return a string that it has allocated?
inline bool returnsText(llvm::StringRef Library) { return Library == "strdup" || Library == "strndup" || Library == "wcsdup"; }

struct FunctionFacts {
  const clang::FunctionDecl *Decl = nullptr;
  bool HasSite = false;
  bool HasComputedGoto = false;
  std::vector<std::string> Calls;
  std::vector<unsigned> IndirectArity;
};

struct Facts {
  std::vector<FunctionFacts> Functions;                    ///< in source order
  std::vector<const clang::VarDecl *> Globals;             ///< defined here, file scope
  std::vector<const clang::VarDecl *> LocalStatics;
  std::vector<const clang::TagDecl *> LocalTags;           ///< in functions, in source order
  std::vector<const clang::TypedefNameDecl *> LocalTypedefs;
  std::vector<const clang::RecordDecl *> Structures;       ///< of a unit that knows MPI's datatypes: what these may describe
  llvm::SetVector<const clang::FunctionDecl *> AddressTaken; ///< canonical declarations
  std::vector<const clang::StringLiteral *> Literals;      ///< whose address may be kept
  std::vector<Allocation> Allocations;
  ckpt::Definitions Definitions;                           ///< of local variables
  std::vector<const clang::DeclRefExpr *> WrappedRefs;
  std::vector<const clang::CallExpr *> SiteCalls;
  llvm::DenseSet<const clang::VarDecl *> InOpenMP;         ///< variables that OpenMP constructs mention,
  llvm::DenseSet<const clang::VarDecl *> InClauses;        ///< and those in clauses, where only a name may stand
  std::vector<const clang::OMPDefaultClause *> SharesNone; ///< default(none),
  std::vector<const clang::OMPDefaultClause *> SharesOwn;  ///< default(private) and default(firstprivate): what we add to the unit would be so, too
  clang::SourceLocation ThreadPrivate;                     ///< of the first #pragma omp threadprivate
  std::vector<const clang::CallExpr *> ReplayMarks;        ///< markers of #pragma ckpt replay
  std::vector<const clang::CallExpr *> TypeMarks;          ///< markers of #pragma ckpt type
  std::vector<const clang::CallExpr *> HookMarks;          ///< markers of on_restart and on_checkpoint on the lines of sites
  std::vector<const clang::CallExpr *> ExcludeMarks;       ///< markers of #pragma ckpt exclude in functions
  std::vector<const clang::Expr *> ExcludedExpressions;    ///< what it names in and outside functions
  llvm::DenseSet<const clang::Type *> RecastVectors;       ///< vector types, canonical, whose values are cast to vectors of other elements, or from them
  llvm::DenseSet<const clang::VarDecl *> Excluded;         ///< variables, canonical, that it names
  std::vector<const clang::FunctionDecl *> OnRestart;      ///< functions of on_restart outside functions, in source order,
  std::vector<const clang::FunctionDecl *> OnCheckpoint;   ///< and of on_checkpoint
  std::vector<std::pair<const clang::PredefinedExpr *, const clang::FunctionDecl *>> FunctionNames; ///< __func__, and whose
  std::vector<const clang::DeclRefExpr *> LibraryState;    ///< uses of functions of library_state.def
  bool HasStaticLiterals = false; ///< compound literals outside functions
  bool DeclaresLibrarys = false; ///< uses functions of such names, or of those of ckpt_wraps.def, that it declares itself and does not define
  llvm::DenseMap<const clang::VarDecl *, bool> AddressTakenVars; ///< locals and globals
  llvm::DenseMap<const clang::Stmt *, const clang::FunctionDecl *> Home; ///< local statics etc.
  /// Nearest enclosing function of a local declaration.
  llvm::DenseMap<const clang::Decl *, const clang::FunctionDecl *> HomeOf;
};

Facts collectFacts(Unit &U);

/// The call that a mark of #pragma ckpt replay stands before, or null.
const clang::CallExpr *replayedCall(Unit &U, const clang::CallExpr *Mark);

/// The name by which the linker knows a function: its assembler label if its header gives it one (open64 under _FILE_OFFSET_BITS=64,
/// __posix_getopt under _POSIX_C_SOURCE), else its own.
llvm::StringRef linkName(const clang::FunctionDecl *Fn);

/// Is this name (linkName) in ckpt_wraps.def?
bool isWrappedName(llvm::StringRef Name);

/// True for a variable whose object the program may change.
bool isMutable(const clang::VarDecl *V);

/// Do the unit's tables have the variable? A constant nobody points to has no identity worth a name.
bool isListed(const Facts &F, const clang::VarDecl *V);

/// True where the C library's own function of that name is meant: external, not defined here, declared by a system header or not at all.
bool isLibraryFunction(const Unit &U, const clang::FunctionDecl *F);
/// ... or declared by the program itself, as C allows (C11 7.1.4p2): whether it is the C library's is known when the program has been linked.
bool isProvidedFunction(const Unit &U, const clang::FunctionDecl *F);
/// External, and not defined in the unit.
bool isDeclaredOnly(const clang::FunctionDecl *F);

} // namespace ckpt
#endif
