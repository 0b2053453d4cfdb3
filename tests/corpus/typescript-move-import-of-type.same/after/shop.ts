import { gross } from "./gross";
export function show(net: number): string {
  return `${gross(net)}`;
}
