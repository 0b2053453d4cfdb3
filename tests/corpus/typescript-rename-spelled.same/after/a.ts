import { list } from "./list";
import "./draw.css";

export function paint(x: Shape) {
  return "draw";
}

export const shown = list("draw", { name: paint("a") });
