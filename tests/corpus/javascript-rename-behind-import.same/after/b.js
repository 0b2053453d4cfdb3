import { size } from "./a.js";

export async function run() {
  return size("abc");
}
