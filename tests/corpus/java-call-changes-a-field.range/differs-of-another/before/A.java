class B {
  String s;

  String h() {
    s = "";
    return s;
  }
}

class A {
  String f(B b) {
    String x = b.h();
    return b.s + x;
  }
}
