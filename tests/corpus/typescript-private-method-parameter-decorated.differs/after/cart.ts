import { key } from "./marks";

class Cart {
  private fetch(@key size: number) {
    return size;
  }
  show() {
    return this.fetch(1);
  }
}
console.log(new Cart().show(), key);
