#include <source_location>

const char * place() {
  return std::source_location::current().file_name();
}
