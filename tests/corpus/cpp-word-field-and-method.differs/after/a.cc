namespace shop {

struct Base {
  int width_ = 1;
};

class Bag : Base {
  int width_ = 2;

 public:
  int count() const { return width_; }
  int other() const { return width_; }
};

struct Box {
  int width_() const { return 1; }
};

}
