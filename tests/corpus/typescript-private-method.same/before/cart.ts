export class Cart {
  private goods(): string[] {
    return ["a"];
  }

  size(): number {
    return [1].map(() => this.goods().length)[0];
  }
}
