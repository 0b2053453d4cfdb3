interface I {
  int K = 1;
}

interface J {
  int K = 2;
}

class A implements I {}

class B implements J {
  int m() {
    return K;
  }
}
