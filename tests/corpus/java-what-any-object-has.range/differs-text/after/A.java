class A {
  public String toString() {
    return "a";
  }
}

class B {
  public String toString() {
    return "b";
  }

  String m() {
    return toString();
  }
}
