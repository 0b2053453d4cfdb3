import { key } from "./marks";

class Cart {
  private load(@key size: number) {
    return size;
  }
  show() {
    return this.load(1);
  }
}
console.log(new Cart().show(), key);
