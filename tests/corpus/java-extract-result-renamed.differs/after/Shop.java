class Shop {
  int total(int[] prices, int rate) {
    long net = addUp(prices);
    return (int) (net * (1 + rate));
  }

  private static int addUp(int[] prices) {
    int result = 0;
    for (int price : prices) {
      result += price;
    }
    return result;
  }
}
