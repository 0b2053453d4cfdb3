namespace shop {

class Bag {
  int width_;

 public:
  int count() const { return width_; }
};

}
