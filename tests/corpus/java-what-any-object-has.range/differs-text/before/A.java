class A {
  public String toString() {
    return "a";
  }

  String m() {
    return toString();
  }
}

class B {
  public String toString() {
    return "b";
  }
}
