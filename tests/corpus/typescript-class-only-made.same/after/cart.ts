export class Basket {
  size() {
    return 1;
  }
}

export const tell = (part: { name: string }) => part.name;
