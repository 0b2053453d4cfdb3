export function key(target: any, name: string, place: number) {
  console.log(name, place);
}
