export class Cart {
  private goods(): string[] {
    return ["a"];
  }

  size(): number {
    return this.goods().length;
  }
}
