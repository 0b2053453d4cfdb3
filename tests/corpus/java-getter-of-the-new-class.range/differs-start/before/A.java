class A {
  String n = "a";

  int m() {
    return n.length();
  }
}

class B {
  String k = "b";

  String getN() {
    return k;
  }
}
