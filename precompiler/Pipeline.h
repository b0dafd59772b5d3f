//===- Pipeline.h - from preprocessed C to instrumented C -----------------===//
//
// Purpose: the two passes the driver runs over one unit, and what goes between
// them. summarise() says what a unit has and calls; the driver joins the
// summaries of all units of a program, computes the closure (closeProgram()),
// and emit() writes a unit's instrumented text for that closure.
// Input:   text that the target's own compiler preprocessed (cc -E), with its
//          line markers; the target's triple.
// Output:  findings at the user's lines (findings/Finding.h).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_PRECOMPILER_PIPELINE_H
#define CKPT_PRECOMPILER_PIPELINE_H

#include "Switches.h"
#include "findings/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ckpt {

/// A function that does the same whenever and wherever it is called, and uses what its parameters lead to, and nothing else (analysis/SameAgain.h).
struct ExactFunction {
  std::string Parameters;         ///< of each: v a number, r elements are read, w they may be changed
  bool Floating = false;
  bool Wide = false;              ///< not so on other machines
  std::set<std::string> Library;  ///< functions of the library that it calls: not so if the program has its own
  std::vector<std::string> Needs; ///< other units' functions, by the linker's names
};

/// One function of a unit, as the closure needs it.
struct FunctionSummary {
  std::string Name;
  bool IsStatic = false;
  bool IsVariadic = false;
  bool HasSite = false;
  bool NoSite = false;            ///< #pragma ckpt no_site: what it calls reaches none
  unsigned NumParams = 0;
  unsigned Line = 0;
  std::vector<std::string> Calls; ///< direct callees, by name
  /// Calls through pointers: "<number of arguments>".
  std::vector<unsigned> IndirectArity;
  std::optional<ExactFunction> Exact; ///< if those of Needs are, too
  std::vector<std::string> Needs;     ///< by the linker's names
};

/// What the linker step must know of a unit without parsing it again.
struct UnitSummary {
  std::string File;                 ///< main source file as given
  bool Parsed = true;               ///< false: Clang could not parse it
  std::string ParseError;           ///< its first error then
  bool NeedsTables = false;         ///< mutable statics, escaping constants, allocations
  bool HasSites = false;
  bool DefinesMain = false;
  bool UsesMPI = false;
  std::vector<FunctionSummary> Functions;      ///< defined here
  std::vector<std::string> AddressTaken;       ///< functions whose address is taken here
  std::vector<std::string> Variables;          ///< constants with external linkage that are defined here, by the linker's names
  std::optional<std::vector<std::string>> Externals; ///< what it defines or mentions of that linkage, by the linker's names. None: not known
  /// Located errors for what this unit has and no image can carry (a global
  /// with a union, ...). They only count in a program that has a site.
  std::vector<std::string> RecastVectors; ///< vector types that it casts to vectors of other elements, or from them
  std::vector<std::string> Refusals;
  llvm::json::Value toJSON() const;
  static llvm::Expected<UnitSummary> fromJSON(const llvm::json::Value &V);
};

/// How to parse a unit.
struct UnitInput {
  std::string Text;                 ///< preprocessed C
  std::string File;                 ///< name for diagnostics until the first line marker
  std::string Name;                 ///< what images call the unit; empty: as File
  std::string Triple;               ///< e.g. s390x-linux-gnu, from `$CC -dumpmachine`
  std::vector<std::string> ParseFlags; ///< -std=..., -fsigned-char, -m32, -fopenmp, ... as on the command line
  std::string Directory;            ///< that names in line markers are relative to; empty: the current one
  bool UnionsAsBytes = false;       ///< --ckpt-unions=bytes
  bool ByClang = false;             ///< the target's compiler is clang
  bool ExactNumbers = false;        ///< its floating-point numbers are the same on all machines
  bool Color = false;
};

/// Functions that can reach a site. External ones by name, static ones as
/// "<unit file>:<name>".
struct Closure {
  std::set<std::string> Functions;
  std::set<unsigned> IndirectArities;   ///< of its address-taken functions
  unsigned VariadicAtLeast = ~0u;       ///< fewest named parameters of a variadic one
  bool MainIsCalled = false;            ///< by the program itself, or its address is taken
  /// External functions that the program defines: its units (closeProgram), and what else is linked but the C library. None: it is not known yet.
  std::optional<std::set<std::string>> Defined;
  std::map<std::string, ExactFunction> Exact; ///< external functions, by the linker's names
  std::set<std::string> RecastVectors;  ///< vector types that some unit looks at as vectors of other elements
  std::optional<std::set<std::string>> Shared; ///< the linker's names that more than one part of the program knows. None: any may be
  std::map<std::string, uint64_t> Constants; ///< what no unit defines, and nothing writes: by the linker's names, with their sizes
  bool contains(const UnitSummary &U, const FunctionSummary &F) const;
  /// Of Exact what may be another function than its unit's: those that \p Others defines or an option of the linker's names, those that call one, or one of the library's that the program defines itself.
  void dropReplaced(const std::set<std::string> &Others);
  /// True if one of the unit's functions is in the closure, or is kept out of it by #pragma ckpt no_site.
  bool touches(const UnitSummary &U) const;
};

/// Whole-program closure over the units of one link. Calls through pointers
/// reach every address-taken function of compatible arity.
Closure closeProgram(const std::vector<UnitSummary> &Units);

/// The linker's names that more than one of these units defines or mentions. None if that is not known of one.
std::optional<std::set<std::string>> sharedNames(const std::vector<UnitSummary> &Units);

/// What --ckpt-check knows of the whole program.
struct CheckInput {
  std::set<std::string> Defined;  ///< functions that its units define
  std::set<std::string> Library;  ///< functions of the C library; empty: not known
  bool UsesMPI = false;
  bool CharSignGiven = false;     ///< -fsigned-char or -funsigned-char
  bool Time64 = false;            ///< _TIME_BITS is 64
};

struct EmitOptions : Switches {
  bool Frames = true;        ///< instrument the closure's functions and main (false: tables only)
  bool Tables = true;
  bool HeaderText = true;    ///< paste ckpt_abi.h (false: #include "ckpt_abi.h", for reading)
  const CheckInput *Check = nullptr; ///< --ckpt-check: only findings, and more of them
};

struct EmitResult {
  bool Failed = false;       ///< errors were printed
  bool Changed = false;      ///< false: Text equals the input; the unit needs nothing
  std::string Text;          ///< instrumented C, with #line marks
};

/// Parse and summarise; findings (wrong pragma syntax, misplaced sites) go to Out.
/// Failed units come back with Parsed = false.
UnitSummary summarise(const UnitInput &In, Reports &Out, bool &Failed);

/// Emit the instrumented unit for the given closure.
EmitResult emit(const UnitInput &In, const Closure &C, const EmitOptions &O, Reports &Out);

} // namespace ckpt
#endif
