import type { Props } from "./dom";

const label = "b";

export function Field({ text }: Props) {
  return <my-input aria-label={label} />;
}

export function form() {
  return <Field label="a" />;
}
