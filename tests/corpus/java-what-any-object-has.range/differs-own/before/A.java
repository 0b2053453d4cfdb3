class A {
  int m() {
    return hashCode();
  }

  public int hashCode() {
    return 1;
  }
}

class B {}
