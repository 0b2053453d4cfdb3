export class Cart {
  private items(): string[] {
    return ["a"];
  }

  size(): number {
    return [1].map(() => this.items().length)[0];
  }
}
