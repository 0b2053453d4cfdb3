import { shown } from "./shown";

const Cart = shown(class {
  private load() {
    return 1;
  }
  show() {
    return this.load();
  }
});
console.log(new Cart().show());
