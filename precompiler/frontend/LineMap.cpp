//===- LineMap.cpp - lines of preprocessed text and the user's lines ------===//
#include "LineMap.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace ckpt {

bool Position::takeMarker(StringRef L) {
  if (!L.consume_front("#"))
    return false;
  L = L.ltrim(" \t");
  L.consume_front("line");
  L = L.ltrim(" \t");
  unsigned N;
  if (L.consumeInteger(10, N))
    return false;
  L = L.ltrim(" \t");
  if (L.consume_front("\""))
    File = L.take_until([](char C) { return C == '"'; }).str();
  Line = N;
  return true;
}

LineMap mapLines(StringRef Text, StringRef Main) {
  LineMap Map;
  StringMap<unsigned> Known;
  Position At{Main.str(), 1};
  for (size_t Begin = 0; Begin < Text.size();) {
    size_t End = std::min(Text.find('\n', Begin), Text.size());
    StringRef L = Text.slice(Begin, End);
    if (!At.takeMarker(L)) {
      auto Found = Known.try_emplace(At.File, Map.Files.size());
      if (Found.second)
        Map.Files.push_back(At.File);
      Map.Lines.push_back({Begin, End, Found.first->second, At.Line});
      ++At.Line;
    }
    Begin = End + 1;
  }
  return Map;
}

} // namespace ckpt
