class Basket {
  int x = 5;
 public:
  int gross(int net) { return net * x; }
  int twice(int x) { return x * 2; }
};
