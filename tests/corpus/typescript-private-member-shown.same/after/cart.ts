export class Cart {
  private items(): string[] {
    return ["a"];
  }

  toText(): string {
    return JSON.stringify(this.items());
  }
}
