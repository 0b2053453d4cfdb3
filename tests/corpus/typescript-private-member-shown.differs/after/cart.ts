export class Cart {
  private items = ["a"];

  toText(): string {
    return JSON.stringify(this);
  }

  size(): number {
    return this.items.length;
  }
}
