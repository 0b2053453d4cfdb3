import type { Props } from "./dom";
import { Field } from "./field";

export const label = "b";

export function form() {
  return <Field label="a" />;
}
