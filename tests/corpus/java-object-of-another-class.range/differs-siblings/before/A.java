class A extends U {
  boolean f() {
    return this instanceof Q;
  }
}

class B extends U {}
