export const Box = class Net {
  static me() {
    return Net;
  }
};
