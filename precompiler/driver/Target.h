//===- Target.h - the compiler that makes the target's code ---------------===//
//
// Purpose: the target compiler's triple, and where the runtime for it lies.
// Input:   the compiler's command and the flags that choose a target (-m32).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_TARGET_H
#define CKPT_DRIVER_TARGET_H

#include "CommandLine.h"
#include "Process.h"

namespace ckpt {

struct Target {
  Words Compiler;     ///< command, e.g. {"s390x-linux-gnu-gcc"}
  bool Clang = false; ///< it is clang, whatever its name
  std::string Mpi;    ///< mpich, openmpi, or empty: the layer is not wanted
  std::string UnusedMpi; ///< what it would be
  std::string MpiHeaders; ///< directory of our mpi.h
  std::string Triple; ///< without vendor, e.g. s390x-linux-gnu, i686-linux-gnu
};

/// Ask the compiler for its target.
llvm::Expected<Target> findTarget(const CommandLine &CL, TempDir &Temp);

/// Directory of libckpt.a for that target: beside ckptcc in the build tree or
/// where it is installed.
llvm::Expected<std::string> runtimeDirectory(const Target &T, const std::string &Ckptcc);

/// Is it clang? It is asked, unless its name says so.
bool isClang(const Words &Compiler, TempDir &Temp);

/// The MPI whose compiler this is ("mpich", "openmpi"), or empty: a compiler
/// whose name says mpi is asked what its mpi.h is.
std::string mpiOf(const Words &Compiler, TempDir &Temp);

/// Directory of the mpi.h that MPI programs are compiled with.
std::string mpiHeaderDirectory(const std::string &Ckptcc);

/// Directory of ckpt.h for programs, or empty if there is none.
std::string headerDirectory(const std::string &Ckptcc);

/// The compiler with these words; with a response file if they are many.
Words command(const Words &Compiler, const Words &Rest, TempDir &Temp);

} // namespace ckpt
#endif
