import { emit as send } from "./old";
import { emit } from "./emit";

export function both(x: string) {
  return send(emit(x));
}
