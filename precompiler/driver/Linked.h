//===- Linked.h - what a link really takes in -----------------------------===//
//
// Purpose: from the linker's own trace (-t) to the objects and archive members
// that became part of the program, with their notes.
// Input:   the trace that a trial link printed.
// Output:  LinkedObject for each relocatable object or member; the shared
//          libraries; findings about state that no table describes.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_LINKED_H
#define CKPT_DRIVER_LINKED_H

#include "Note.h"
#include "llvm/Support/GlobPattern.h"
#include <map>
#include <set>

namespace ckpt {

/// A relocatable object that the program contains.
struct LinkedObject {
  std::string Path;             ///< of the object or archive, as the linker says it
  std::string Member;           ///< name in the archive, or empty
  size_t MemberIndex = 0;       ///< position in the archive
  std::vector<UnitNote> Notes;  ///< several after ld -r
  std::set<std::string> Defines;///< its external definitions
  std::set<std::string> Needs;  ///< external names that it does not define
  std::map<std::string, uint64_t> Constants; ///< of these the ones in memory that is only read, with their sizes
  std::set<std::string> DefinesHeap; ///< of these the ones of the runtime's allocator, and not weak
  std::set<std::string> CallsMpi;///< names of an MPI library's own that it needs
  bool HasState = false;        ///< writable data
  bool IsOpaque = false;        ///< link-time optimisation's: what it defines and needs is not seen

  std::string name() const { return Member.empty() ? Path : Path + "(" + Member + ")"; }
};

/// Functions of the C library that the runtime is in every program with sites.
bool isHeapFunction(llvm::StringRef Name);

struct LinkedSet {
  std::vector<LinkedObject> Objects;
  std::vector<std::string> SharedWithState; ///< shared libraries with data of their own
  std::vector<std::string> Texts;           ///< other files that it has read: scripts
  std::map<std::string, std::set<std::string>> SharedDefines; ///< of all shared libraries: functions that they export
  std::map<std::string, std::set<std::string>> SharedMentions; ///< likewise: variables, and what they need of others
};

/// Understand the linker's trace.
llvm::Expected<LinkedSet> readLinked(llvm::StringRef Trace);

/// Has the linker said something else there (a map, the use of memory)?
bool saysMore(llvm::StringRef Trace);

/// One relocatable object's notes, definitions and state.
llvm::Error inspectObject(const llvm::object::ObjectFile &O, LinkedObject &Into);

/// Files whose state need not be described: start-up files, libc, libm, ...;
/// and what the user's files of patterns add.
class AllowList {
public:
  static llvm::Expected<AllowList> load(const Words &Files);
  bool allows(llvm::StringRef Path) const;

private:
  llvm::Error add(llvm::StringRef Pattern);
  std::vector<std::unique_ptr<std::string>> Texts; ///< patterns point into them
  std::vector<llvm::GlobPattern> Patterns;
};

} // namespace ckpt
#endif
