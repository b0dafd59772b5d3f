//===- Changes.cpp - #pragma ckpt changed ----------------------------------===//
#include "Changes.h"
#include "Markers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace ckpt {
namespace {

const char *const Wanted = "expected #pragma ckpt changed(T, added: member = value, ..., removed: member, ..., renamed: new = old, ...); "
                           "T is a structure or a function, or left out for variables";

bool isName(StringRef S) {
  return !S.empty() && !isDigit(S[0]) && all_of(S, [](char C) { return isAlnum(C) || C == '_' || C == '$'; });
}

/// Takes `added:` and its like from the front; -1 if there is none.
int takeKind(StringRef &S) {
  StringRef Word = S.take_while([](char C) { return isAlpha(C); }), Rest = S.drop_front(Word.size()).ltrim();
  int Kind = StringSwitch<int>(Word).Case("added", ChangePragma::Added).Case("removed", ChangePragma::Removed).Case("renamed", ChangePragma::Renamed).Default(-1);
  if (Kind < 0 || !Rest.consume_front(":"))
    return -1;
  S = Rest.ltrim();
  return Kind;
}

/// One name with what is said of it; false if it is not one.
bool takeItem(StringRef S, int Kind, ChangePragma::Item &I) {
  size_t Equal = S.find('=');
  I.What = ChangePragma::Kind(Kind);
  I.Name = S.take_front(Equal).trim().str();
  I.Other = Equal == StringRef::npos ? "" : S.drop_front(Equal + 1).trim().str();
  if (!isName(I.Name) || (Equal != StringRef::npos && I.Other.empty()))
    return false;
  switch (Kind) {
  case ChangePragma::Removed: return I.Other.empty();
  case ChangePragma::Renamed: return isName(I.Other) && I.Other != I.Name;
  default: return true;
  }
}

} // namespace

std::string parseChange(StringRef Argument, ChangePragma &C) {
  std::vector<StringRef> Parts = splitAtCommas(Argument);
  StringRef First = Parts[0];
  if (takeKind(First) < 0) {
    C.Of = Parts[0].str();
    Parts.erase(Parts.begin());
  }
  int Kind = -1;
  for (StringRef Part : Parts) {
    int New = takeKind(Part);
    Kind = New < 0 ? Kind : New;
    ChangePragma::Item I;
    if (Kind < 0 || !takeItem(Part, Kind, I))
      return Wanted;
    for (const ChangePragma::Item &Old : C.Items)
      if (Old.Name == I.Name && (Old.What == ChangePragma::Removed) == (I.What == ChangePragma::Removed))
        return "'" + I.Name + "' is mentioned twice in #pragma ckpt changed";
    C.Items.push_back(I);
  }
  return C.Items.empty() ? Wanted : "";
}

} // namespace ckpt
