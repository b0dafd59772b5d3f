//===- Changed.h - what #pragma ckpt changed says -----------------------------===//
//
// Purpose: finds the members and variables that the pragmas of a unit name, and
// emits the table by which a restart takes values of an image that an older
// program made.
// Input:   Unit::changes().   Output: located errors for what is not there, or
// is there still; rows of ckptg_change.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_CHANGED_H
#define CKPT_REWRITE_CHANGED_H

#include "../analysis/Facts.h"
#include "TypeTables.h"

namespace ckpt {

class Changed {
public:
  /// Errors go to \p U.
  Changed(Unit &U, const Facts &F);

  size_t size() const { return List.size(); }
  /// Descriptors of the structures that are named; before Types.definitions().
  void mention(TypeTables &Types) const;
  /// `ckptg_changes`, behind the descriptors.
  std::string table(TypeTables &Types, TypeText &Text) const;

private:
  struct Change {
    const ChangePragma *Pragma;
    const ChangePragma::Item *Item;
    const clang::RecordDecl *Record = nullptr;
    const clang::FunctionDecl *Function = nullptr; ///< neither: a variable of the unit
    const clang::ValueDecl *Here = nullptr;        ///< the member or variable; null: removed
  };
  void understand(const ChangePragma &P);
  std::string wrongMember(Change &C) const;
  std::string wrongVariable(Change &C) const;
  std::string value(const Change &C, size_t Index, TypeText &Text) const;

  Unit &U;
  const Facts &F;
  std::vector<Change> List;
};

} // namespace ckpt
#endif
