/** @jsx h */
import { h, type Props } from "./dom";
import { View } from "./view";

export function use(p: Props) {
  return View(p);
}
