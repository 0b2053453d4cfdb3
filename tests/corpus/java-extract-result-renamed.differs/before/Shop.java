class Shop {
  int total(int[] prices, int rate) {
    int result = 0;
    for (int price : prices) {
      result += price;
    }
    return (int) (result * (1 + rate));
  }
}
