#include "ask.hpp"
struct Base {};
struct Basket : Base {
  int net = 1;
};
int test() { return ask(Basket()); }
