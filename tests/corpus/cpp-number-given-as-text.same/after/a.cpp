#include <cstdio>
#include <cstring>

int operator""_len(const char *written) { return std::strlen(written); }

int main() {
  std::printf("%d %d\n", 1.0_len, 0xFF);
  return 0;
}
