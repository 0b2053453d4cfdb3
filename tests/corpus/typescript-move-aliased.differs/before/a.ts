import { emit as send } from "./old";

export function emit(x: string) {
  return x + "!";
}

export function both(x: string) {
  return send(emit(x));
}
