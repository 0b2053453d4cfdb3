export function chooser(read) {
  return (item) => {
    const { name } = read(item);
    return name;
  };
}
