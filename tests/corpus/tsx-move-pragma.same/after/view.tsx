/** @jsx h */
import { h, type Props } from "./dom";

export function View(p: Props) {
  return <div>{p.text}</div>;
}
