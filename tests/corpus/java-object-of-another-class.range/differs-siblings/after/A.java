class A extends U {}

class B extends U {
  boolean f() {
    return this instanceof Q;
  }
}
