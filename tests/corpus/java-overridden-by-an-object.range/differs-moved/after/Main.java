class Main {
  public static void main(String[] s) throws Exception {
    E e = new E() {
      int f() {
        return 9;
      }
    };
    System.out.println(e.f());
  }
}
