import { emit } from "./old";
import { emit as send } from "./emit";

export function both(x: string) {
  return send(emit(x));
}
