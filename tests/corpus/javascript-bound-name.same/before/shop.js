export function shop() {
  const price = () => 3;
  return price();
}

export const tell = (part) => part.name;
