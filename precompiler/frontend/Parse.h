//===- Parse.h - preprocessed C to a Clang AST ------------------------------===//
//
// Purpose: parse text that the target's own compiler preprocessed, behind a
// small prelude that teaches Clang the few words only gcc knows.
// Input:   UnitInput.   Output: ParsedUnit, or printed diagnostics.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_PARSE_H
#define CKPT_FRONTEND_PARSE_H

#include "Blanked.h"
#include "../Pipeline.h"
#include "Pragmas.h"
#include "clang/Frontend/ASTUnit.h"
#include <memory>

namespace ckpt {

struct ParsedUnit {
  std::unique_ptr<clang::ASTUnit> AST; ///< null if Clang could not parse it
  std::vector<SitePragma> Sites;
  std::vector<VariantPragma> Variants;
  std::vector<ChangePragma> Changes;
  std::string FirstError;              ///< why AST is null
  UserPlace ErrorAt;                   ///< and where; line 0: nowhere
  std::vector<Blanked> Hidden;         ///< what Clang does not get to see
  bool PragmaError = false;            ///< a pragma was wrong: already printed

  clang::ASTContext &context() const { return AST->getASTContext(); }
};


ParsedUnit parseUnit(const UnitInput &In, Reports &Out);

/// A unit that Clang could not parse.
void reportNotParsed(const ParsedUnit &U, Reports &Out);

/// If \p Call is a site's marker, its index; otherwise -1.
int siteIndex(const clang::Stmt *S);

} // namespace ckpt
#endif
