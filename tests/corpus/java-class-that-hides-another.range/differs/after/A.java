import p.Entry;
class A {
  Object f() {
    return new Entry(1);
  }
  static class Entry {
    Entry(int n) {
      go(n);
    }
  }
}
