export function shop() {
  const price = () => 3;
  return price.bind(null);
}

export const tell = (part) => part.name;
