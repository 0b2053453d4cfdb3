export function shown(made: any) {
  console.log(Object.keys(made));
  return made;
}
