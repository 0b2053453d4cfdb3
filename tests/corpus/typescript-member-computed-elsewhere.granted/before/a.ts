export class Shop {
  private load() {
    return 1;
  }
  gross() {
    return this.load();
  }
}
