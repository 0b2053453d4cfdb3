export const Box = class Total {
  static me() {
    return Total;
  }
};
