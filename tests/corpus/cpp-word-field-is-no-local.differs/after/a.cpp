#include "ask.hpp"
struct Base {};
struct Basket : Base {
  int sum = 1;
};
int test() { return ask(Basket()); }
