class A {
  String n = "a";
}

class B {
  String k = "b";

  String getN() {
    return k;
  }

  int m() {
    return getN().length();
  }
}
