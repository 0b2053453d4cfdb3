class Main {
  public static void main(String[] s) throws Exception {
    E e = new E() {
      int g(int a) {
        return 9;
      }
    };
    System.out.println(e.f(1));
  }
}
