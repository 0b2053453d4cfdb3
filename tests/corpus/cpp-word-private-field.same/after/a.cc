#include <vector>

namespace shop {

class Till : public Base {
 public:
  explicit Till(int n) : total_(n), last_(0) {}
  int sum() const { return total_; }
  void add(int n);

 private:
  int total_;
  int last_;
};

void Till::add(int n) {
  total_ += n;
  last_ = n;
}

}  // namespace shop
