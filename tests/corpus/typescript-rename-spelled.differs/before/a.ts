import { list } from "./list";
import "./draw.css";

export function draw(x: Shape) {
  return x.name;
}

export const shown = list("draw", draw);
