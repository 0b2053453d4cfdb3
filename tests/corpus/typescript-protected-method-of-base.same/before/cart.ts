import { Base } from "./base";

class Cart extends Base {
  protected onLoad() {
    return 1;
  }
  show() {
    return this.onLoad();
  }
}
console.log(new Cart().run("Load"), new Cart().show());
