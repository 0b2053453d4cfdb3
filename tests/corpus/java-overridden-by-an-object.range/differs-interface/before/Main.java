class Main {
  public static void main(String[] s) throws Exception {
    I e = new I() {
      public int g(int a) {
        return 9;
      }
    };
    System.out.println(e.f(1));
  }
}
