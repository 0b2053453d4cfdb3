class Basket {
  int rate_ = 5;
 public:
  int gross(int net) { return net * rate_; }
  int twice(int sum) { return sum * 2; }
};
