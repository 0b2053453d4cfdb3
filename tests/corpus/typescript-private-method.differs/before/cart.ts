export class Cart {
  private goods(): string[] {
    return ["a"];
  }

  size(): number[] {
    return [1].map(function (this: any) {
      return this.goods().length;
    });
  }
}
