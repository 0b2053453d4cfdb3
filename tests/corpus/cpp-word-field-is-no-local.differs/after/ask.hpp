template <class T> auto ask(T t) -> decltype(t.net) { return t.net; }
int ask(...);
