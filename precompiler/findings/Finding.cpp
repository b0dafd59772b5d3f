//===- Finding.cpp - what ckptcc has to say of a program ----------------------===//
#include "Finding.h"

using namespace llvm;

namespace ckpt {
namespace {

struct Row {
  const char *Word;
  Level How;
  const char *Text, *Way;
};

constexpr Row Rows[] = {
#define CKPT_FINDING(Name, Word, How, When, Text, Way) {Word, Level::How, Text, Way},
#include "Findings.def"
};

const Row &rowOf(Id What) { return Rows[static_cast<size_t>(What)]; }

/// %0, %1, ... by the arguments.
std::string fill(StringRef Text, ArrayRef<std::string> Args) {
  std::string Out;
  while (true) {
    auto [Before, After] = Text.split('%');
    Out += Before;
    if (After.empty())
      return Out;
    size_t N = static_cast<size_t>(After[0] - '0');
    Out += N < Args.size() ? Args[N] : "";
    Text = After.drop_front();
  }
}

json::Object placeJSON(const UserPlace &P) {
  return json::Object{{"file", P.File}, {"line", P.Line}, {"column", P.Column}};
}

} // namespace

std::string idOf(Id What) { return std::string("ckpt-") + rowOf(What).Word; }
Level levelOf(Id What) { return rowOf(What).How; }
std::string textOf(Id What, ArrayRef<std::string> Args) { return fill(rowOf(What).Text, Args); }
std::string wayOf(Id What, ArrayRef<std::string> Args) { return fill(rowOf(What).Way, Args); }

std::string messageOf(Id What, ArrayRef<std::string> Args) {
  std::string Way = wayOf(What, Args);
  return textOf(What, Args) + (Way.empty() ? "" : "; " + Way) + " [" + idOf(What) + "]";
}

void Reports::add(Finding F) {
  OS << F.Printed;
  List.push_back(std::move(F));
}

void Reports::note(UserPlace At, const std::string &Text, const std::string &Printed) {
  OS << Printed;
  if (List.empty())
    return;
  List.back().Notes.push_back({std::move(At), Text});
  List.back().Printed += Printed;
}

json::Object toJSON(const Finding &F) {
  json::Array Notes, Fixes;
  for (const auto &[At, Text] : F.Notes) {
    json::Object N = placeJSON(At);
    N["message"] = Text;
    Notes.push_back(std::move(N));
  }
  for (const FixIt &X : F.Fixes)
    Fixes.push_back(json::Object{{"file", X.Begin.File}, {"line", X.Begin.Line}, {"column", X.Begin.Column},
                                 {"end_line", X.End.Line}, {"end_column", X.End.Column}, {"text", X.Text}});
  json::Object O = placeJSON(F.At);
  O["id"] = idOf(F.What);
  O["severity"] = levelOf(F.What) == Level::Error ? "error" : "warning";
  O["message"] = F.Text;
  O["way_out"] = F.Way;
  O["page"] = std::string("docs/diagnostics/") + rowOf(F.What).Word + ".md";
  O["notes"] = std::move(Notes);
  O["fixits"] = std::move(Fixes);
  return O;
}

} // namespace ckpt
