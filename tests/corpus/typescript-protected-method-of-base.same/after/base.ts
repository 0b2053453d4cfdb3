export class Base {
  run(sort: string) {
    return "on" + sort;
  }
}
