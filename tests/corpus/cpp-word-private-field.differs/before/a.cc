#include <vector>

namespace shop {

class Till : public Base {
 public:
  explicit Till(int n) : sum_(n), last_(0) {}
  int sum() const { return sum_; }
  void add(int n);

 protected:
  int sum_;
  int last_;
};

void Till::add(int n) {
  sum_ += n;
  last_ = n;
}

}  // namespace shop
