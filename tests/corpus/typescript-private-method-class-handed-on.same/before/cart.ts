import { shown } from "./shown";

const Cart = class {
  private load() {
    return 1;
  }
  show() {
    return this.load();
  }
};
console.log(new Cart().show(), shown([]));
