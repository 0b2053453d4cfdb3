namespace shop {

class Bag {
  int width_;

 public:
  int count() const { return width_; }
};

struct Box {
  int width_() const { return 1; }
};

template <class T>
auto measure(const T& t, int) -> decltype(t.size_()) { return t.size_(); }

template <class T>
int measure(const T&, long) { return 0; }

}
