import { shown } from "./shown";

const Cart = shown(class {
  private fetch() {
    return 1;
  }
  show() {
    return this.fetch();
  }
});
console.log(new Cart().show());
