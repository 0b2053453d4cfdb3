export class Cart {
  private goods(): string[] {
    return ["a"];
  }

  toText(): string {
    return JSON.stringify(this.goods());
  }
}
