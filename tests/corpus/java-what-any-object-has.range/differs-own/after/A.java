class A {
  public int hashCode() {
    return 1;
  }
}

class B {
  int m() {
    return hashCode();
  }
}
