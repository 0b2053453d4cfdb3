namespace shop {

struct Base {
  int width_ = 1;
};

class Bag : Base {
  int size_ = 2;

 public:
  int count() const { return size_; }
  int other() const { return width_; }
};

struct Box {
  int size_() const { return 1; }
};

}
