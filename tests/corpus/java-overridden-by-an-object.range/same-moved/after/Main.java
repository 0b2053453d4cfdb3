class Main {
  public static void main(String[] s) throws Exception {
    E e = new E() {
      int h() {
        return 9;
      }
    };
    System.out.println(e.f());
  }
}
