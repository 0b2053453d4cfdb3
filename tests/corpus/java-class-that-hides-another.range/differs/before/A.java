import p.Entry;
class A {
  Object f() {
    return new Entry(1);
  }
}
