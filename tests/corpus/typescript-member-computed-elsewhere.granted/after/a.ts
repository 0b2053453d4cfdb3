export class Shop {
  private read() {
    return 1;
  }
  gross() {
    return this.read();
  }
}
