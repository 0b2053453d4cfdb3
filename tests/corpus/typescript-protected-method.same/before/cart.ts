export class Cart {
  protected goods(): string[] {
    return ["a"];
  }

  size(): number {
    return this.goods().length;
  }
}
