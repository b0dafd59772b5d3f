//===- Intrinsics.cpp - the compiler's own headers of vector instructions ------===//
#include "Intrinsics.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace llvm;

namespace ckpt {
namespace {

/// `# 42 "/usr/lib/gcc/x86_64-linux-gnu/12/include/xmmintrin.h" 3 4`: the file and its flags, or empty.
std::pair<StringRef, StringRef> fileOfMarker(StringRef Line) {
  return Line.starts_with("# ") ? Line.split('"').second.rsplit('"') : std::pair<StringRef, StringRef>();
}

bool isIntrinsics(StringRef File, StringRef Flags) {
  size_t Slash = File.rfind('/');
  StringRef Name = File.substr(Slash == StringRef::npos ? 0 : Slash + 1);
  bool Compilers = File.contains("/lib/gcc") || File.contains("/lib/clang/") || (File.contains("/llvm") && File.contains("/clang/"));
  if (!Compilers || !Flags.contains('3')) // of a system header
    return false;
  return Name.ends_with("intrin.h") ||
         StringSwitch<bool>(Name)
             .Cases("arm_neon.h", "arm_fp16.h", "arm_bf16.h", "arm_acle.h", "arm_sve.h", "altivec.h", "mm3dnow.h", "cpuid.h", true)
             .Cases("vecintrin.h", "htmintrin.h", "htmxlintrin.h", "riscv_vector.h", true)
             .Default(false);
}

} // namespace

void blankIntrinsics(std::string &Text, std::vector<Blanked> &Hidden) {
  bool Here = false;
  int Depth = 0;
  size_t Body = 0; // where it begins; 0: in none
  char Last = 0;   // outside all braces, but for blanks
  for (size_t I = 0; I < Text.size(); I++) {
    char C = Text[I];
    if (C == '#' && (I == 0 || Text[I - 1] == '\n')) {
      StringRef Line = StringRef(Text).substr(I).split('\n').first;
      if (auto [File, Flags] = fileOfMarker(Line); !File.empty())
        Here = isIntrinsics(File, Flags);
      I += Line.size();
    } else if (!Here && !Depth) {
      I = std::min(Text.find('\n', I), Text.size());
    } else if (C == '"') {
      while (++I < Text.size() && Text[I] != '"')
        I += Text[I] == '\\';
    } else if (C == '{') {
      if (!Depth++ && Last == ')')
        Body = I;
    } else if (C == '}' && Depth && !--Depth && Body) {
      StringRef What = StringRef(Text).slice(Body, I + 1);
      if (What.contains("static ") || What.contains("__ckpt_") || What.contains("alloc")) { // no instructions alone
        Body = 0;
        continue;
      }
      Hidden.push_back({static_cast<unsigned>(Body), Text.substr(Body, I + 1 - Body)});
      for (size_t K = Body; K <= I; K++)
        if (Text[K] != '\n')
          Text[K] = K == Body ? ';' : ' ';
      Body = 0;
    }
    if (!Depth && Here && I < Text.size() && !isspace(static_cast<unsigned char>(Text[I])))
      Last = Text[I];
  }
}

std::string instructions(StringRef Text) {
  struct Result {
    const char *Element;
    unsigned Bytes;
    std::vector<const char *> Names;
  };
  static const Result Results[] = {
      {"long long", 16, {"pslldqi128", "psrldqi128", "gathersiv2di", "gatherdiv2di"}},
      {"long long", 32, {"pslldqi256", "psrldqi256", "gathersiv4di", "gatherdiv4di"}},
      {"int", 16, {"gathersiv4si", "gatherdiv4si", "gatherdiv4si256"}},
      {"int", 32, {"gathersiv8si"}},
      {"float", 16, {"gathersiv4sf", "gatherdiv4sf", "gatherdiv4sf256", "movhlps", "movlhps", "unpckhps", "unpcklps"}},
      {"float", 32, {"gathersiv8sf"}},
      {"double", 16, {"gathersiv2df", "gatherdiv2df"}},
      {"double", 32, {"gathersiv4df", "gatherdiv4df"}}};
  std::string P;
  for (const Result &R : Results)
    for (StringRef Name : R.Names)
      if (std::string Full = "__builtin_ia32_" + Name.str(); Text.contains(Full + " ("))
        P += "__attribute__((overloadable, __vector_size__(" + std::to_string(R.Bytes) + "))) " + R.Element + " " + Full + "(...);\n";
  return P;
}

std::string vectorTypes(StringRef Text) {
  struct Element {
    const char *A64, *A32, *C; // in the names of AArch64 and of ARM; the type in C
    unsigned Bits;
  };
  static const Element Elements[] = {
      {"Int", "int", "signed char", 8},          {"Int", "int", "short", 16},           {"Int", "int", "int", 32},           {"Int", "int", "long long", 64},
      {"Uint", "uint", "unsigned char", 8},      {"Uint", "uint", "unsigned short", 16}, {"Uint", "uint", "unsigned", 32},    {"Uint", "uint", "unsigned long long", 64},
      {"Poly", "poly", "signed char", 8},        {"Poly", "poly", "short", 16},         {"Poly", "poly", "long long", 64},   {"Float", "float", "__fp16", 16},
      {"Float", "float", "float", 32},           {"Float", nullptr, "double", 64},      {"Bfloat", "bfloat", "short", 16}};
  std::string P;
  bool A64 = Text.contains("__Int8x8_t"), A32 = Text.contains("__simd64_int8_t");
  if (!A64 && !A32)
    return P;
  auto define = [&](const std::string &Name, const std::string &C, unsigned Bytes) {
    P += "typedef " + C + " " + Name + (Bytes ? " __attribute__((__vector_size__(" + std::to_string(Bytes) + ")))" : "") + ";\n";
  };
  for (const Element &E : Elements)
    for (unsigned Bytes : {8, 16}) {
      std::string Bits = std::to_string(E.Bits);
      std::string Lanes = Bits + "x" + std::to_string(Bytes * 8 / E.Bits), Name = "__" + std::string(E.A64) + Lanes + "_t";
      if (A64)
        define(Name, E.C, Bytes);
      else if (E.A32)
        define("__simd" + std::to_string(Bytes * 8) + "_" + E.A32 + Bits + "_t", E.C, Bytes);
      for (unsigned N = 2; N <= 4 && Text.contains("#pragma GCC aarch64 \"arm_neon.h\""); N++) { // structures come with that
        std::string Several = StringRef(E.A64).lower() + Lanes + "x" + std::to_string(N) + "_t";
        P += "typedef struct " + Several + " { " + Name + " val[" + std::to_string(N) + "]; } " + Several + ";\n";
      }
    }
  for (const char *Bits : {"8", "16", "64"}) {
    std::string C = *Bits == '8' ? "unsigned char" : *Bits == '1' ? "unsigned short" : "unsigned long long";
    define(A64 ? "__Poly" + std::string(Bits) + "_t" : "__builtin_neon_poly" + std::string(Bits), C, 0);
  }
  if (A64)
    define("__Poly128_t", "unsigned __int128", 0);
  else
    P += "typedef signed char __builtin_neon_qi; typedef short __builtin_neon_hi; typedef int __builtin_neon_si; typedef long long __builtin_neon_di;\n"
         "typedef unsigned char __builtin_neon_uqi; typedef unsigned short __builtin_neon_uhi; typedef unsigned __builtin_neon_usi;\n"
         "typedef unsigned long long __builtin_neon_udi; typedef float __builtin_neon_sf; typedef __fp16 __builtin_neon_hf;\n"
         "typedef unsigned long long __builtin_neon_poly128;\n";
  return P + "#define __bf16 short\n";
}

} // namespace ckpt
