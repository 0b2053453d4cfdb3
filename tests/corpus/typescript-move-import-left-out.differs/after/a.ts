console.log("a");
export interface Item {
  n: number;
}
export const ONE = 1;
