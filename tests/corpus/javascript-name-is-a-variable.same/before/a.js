export function chooser(read) {
  const choose = (item) => {
    const name = read(item);
    return name;
  };
  return choose;
}
