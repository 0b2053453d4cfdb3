import type { Props } from "./dom";

export function Field({ label }: Props) {
  return <my-input aria-label={label} />;
}

export function form() {
  return <Field label="a" />;
}
