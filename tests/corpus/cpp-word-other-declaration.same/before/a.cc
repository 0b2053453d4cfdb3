namespace shop {

class Bag {
  int size_;

 public:
  int count() const { return size_; }
};

}
