export class Cart {
  private goods = ["a"];

  toText(): string {
    return JSON.stringify(this);
  }

  size(): number {
    return this.goods.length;
  }
}
