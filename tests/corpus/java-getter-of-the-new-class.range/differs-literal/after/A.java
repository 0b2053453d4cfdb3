class A {
  String n;
}

class B {
  String getN() {
    return "none";
  }

  int m() {
    return getN().length();
  }
}
