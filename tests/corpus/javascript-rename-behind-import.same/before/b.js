import { load } from "./a.js";

export async function run() {
  return load("abc");
}
