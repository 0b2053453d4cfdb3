import { label } from "./deep.mjs";

export const show = (call) => console.log(label(call));
