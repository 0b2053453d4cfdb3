namespace shop {

class Bag {
  int size_;

 public:
  int count() const { return size_; }
};

struct Box {
  int size_() const { return 1; }
};

}
