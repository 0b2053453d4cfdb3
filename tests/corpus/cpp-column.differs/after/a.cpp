#include <source_location>

unsigned place() {
  return std::source_location::current().column();
}
