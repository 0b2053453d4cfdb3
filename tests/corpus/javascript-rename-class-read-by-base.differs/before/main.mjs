import { check } from "./errors.mjs";

try {
  check();
} catch (error) {
  console.log(error.label);
}
