class Basket {
  int x = 5;
 public:
  int gross(int x) { return x * x; }
  int twice(int sum) { return sum * 2; }
};
