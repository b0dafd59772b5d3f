//===- Edits.cpp - exact text edits of one unit -----------------------------===//
#include "Edits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

using namespace llvm;

namespace ckpt {

void Edits::replace(unsigned Begin, unsigned End, std::string With) {
  assert(Begin <= End && End <= Text.size());
  auto [At, New] = Replacements.try_emplace(Begin, End, With);
  if (!New && At->second.first < End)
    At->second = {End, std::move(With)};
}

void Edits::wrap(unsigned Begin, unsigned End, std::string Before,
                 std::string After) {
  Insertions[Begin].push_back({Begin, End, std::move(Before)});
  auto &Ends = Insertions[End];
  Ends.insert(Ends.begin(), {Begin, End, std::move(After)});
}

void Edits::insert(unsigned At, unsigned OwnerBegin, unsigned OwnerEnd,
                   std::string What) {
  Insertions[At].push_back({OwnerBegin, OwnerEnd, std::move(What)});
}

std::string Edits::render(unsigned Begin, unsigned End,
                          ArrayRef<Segment> Segments) const {
  std::string Out;
  unsigned Pos = Begin;
  auto Rep = Replacements.lower_bound(Begin);
  auto Ins = Insertions.lower_bound(Begin);
  size_t Seg = 0;
  // What stands in front may be a word: `return(x)`.
  auto begin = [&](unsigned At, StringRef What) {
    auto IsWord = [](char C) { return isAlnum(C) || C == '_' || C == '$'; };
    if (At > 0 && At < Text.size() && !What.empty() && IsWord(What.front()) && IsWord(Text[At - 1]) && !IsWord(Text[At]))
      Out += ' ';
    Out += What;
  };
  auto insertionsAt = [&](unsigned At) {
    for (; Ins != Insertions.end() && Ins->first <= At; ++Ins) {
      if (Ins->first < At)
        continue; // inside something replaced
      for (const Insertion &I : Ins->second) {
        if (I.OwnerBegin < Begin || I.OwnerEnd > End)
          continue;
        bool Inside = false;
        for (const Segment &S : Segments)
          Inside |= S.Begin <= I.OwnerBegin && I.OwnerEnd <= S.End && I.OwnerBegin < S.End; // what begins at its end is behind it
        if (!Inside && I.OwnerBegin == At && I.OwnerEnd > At)
          begin(At, I.What);
        else if (!Inside)
          Out += I.What;
      }
    }
  };
  while (true) {
    insertionsAt(Pos);
    if (Pos >= End)
      break;
    if (Seg < Segments.size() && Segments[Seg].Begin == Pos) {
      begin(Pos, Segments[Seg].Text);
      Pos = Segments[Seg++].End;
      while (Rep != Replacements.end() && Rep->first < Pos)
        ++Rep;
      continue;
    }
    while (Rep != Replacements.end() && Rep->first < Pos)
      ++Rep;
    if (Rep != Replacements.end() && Rep->first == Pos &&
        (Rep->second.first > Pos || !Rep->second.second.empty())) {
      if (Rep->second.first > Pos)
        begin(Pos, Rep->second.second);
      else
        Out += Rep->second.second;
      unsigned To = Rep->second.first;
      ++Rep;
      if (To > Pos) {
        Pos = To;
        continue;
      }
    }
    unsigned Next = End;
    if (Seg < Segments.size())
      Next = std::min(Next, Segments[Seg].Begin);
    if (Rep != Replacements.end())
      Next = std::min(Next, Rep->first);
    auto NextIns = Ins;
    if (NextIns != Insertions.end())
      Next = std::min(Next, NextIns->first);
    Out += Text.substr(Pos, Next - Pos);
    Pos = Next;
  }
  return Out;
}

} // namespace ckpt
