class A {
  String n;
}

class B {
  String k;

  String getN() {
    return k + 1;
  }

  int m() {
    return getN().length();
  }
}
