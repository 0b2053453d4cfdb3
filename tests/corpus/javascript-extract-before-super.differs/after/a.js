class Box {}
class Crate extends Box {
  constructor() {
    this.tell();
    super();
  }

  tell() {
    console.log("open");
    console.log("opened");
  }
}
new Crate();
