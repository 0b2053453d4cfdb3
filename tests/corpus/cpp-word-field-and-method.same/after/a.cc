namespace shop {

class Bag {
  int width_;

 public:
  int count() const { return width_; }
};

struct Box {
  int width_() const { return 1; }
};

}
