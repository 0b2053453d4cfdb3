class A {
  String n;
}

class B {
  String k;

  String getN() {
    return k;
  }

  int m() {
    return getN().length();
  }
}
