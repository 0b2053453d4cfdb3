import { list } from "./list";
import "./draw.css";

export function draw(x: Shape) {
  return "draw";
}

export const shown = list("draw", { name: draw("a") });
