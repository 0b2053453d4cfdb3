function total(goods: number) {
  return goods + 1;
}

export const home = "./sh" + "op.web";

export const sum = total(2);
