export class Base {
  run(sort: string) {
    return (this as any)["on" + sort]();
  }
}
