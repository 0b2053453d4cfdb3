import {h} from "./h.js";
export function show(x) {
  const Box = h(x);
  return <Box a={x} />;
}
