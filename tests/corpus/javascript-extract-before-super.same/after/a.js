class Box {}
class Crate extends Box {
  constructor() {
    super();
    this.tell();
  }

  tell() {
    console.log("open");
    console.log("opened");
  }
}
new Crate();
