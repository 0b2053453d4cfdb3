class A {
  String n;

  int m() {
    return n.length();
  }
}

class B {
  String k;

  String getN() {
    return k + 1;
  }
}
