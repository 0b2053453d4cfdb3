export class Cart {
  private items(): string[] {
    return ["a"];
  }

  size(): number {
    return this.items().length;
  }
}
