export function shop() {
  const cost = () => 3;
  return cost();
}

export const tell = (part) => part.name;
