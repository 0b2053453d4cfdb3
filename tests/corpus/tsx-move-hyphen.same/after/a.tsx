import type { Props } from "./dom";
import { Field } from "./field";

export function form() {
  return <Field label="a" />;
}
