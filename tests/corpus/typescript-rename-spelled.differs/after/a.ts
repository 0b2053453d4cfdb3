import { list } from "./list";
import "./draw.css";

export function paint(x: Shape) {
  return x.name;
}

export const shown = list("draw", paint);
