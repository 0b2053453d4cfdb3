import type { Props } from "./dom";

const label = "c";

export function Field({ text }: Props) {
  return <my-input aria-label={label} />;
}
