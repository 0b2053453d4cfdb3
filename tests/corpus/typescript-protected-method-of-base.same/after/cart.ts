import { Base } from "./base";

class Cart extends Base {
  protected whenLoaded() {
    return 1;
  }
  show() {
    return this.whenLoaded();
  }
}
console.log(new Cart().run("Load"), new Cart().show());
