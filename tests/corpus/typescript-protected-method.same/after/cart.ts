export class Cart {
  protected items(): string[] {
    return ["a"];
  }

  size(): number {
    return this.items().length;
  }
}
