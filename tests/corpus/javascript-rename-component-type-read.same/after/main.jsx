import React from "react";
import { names } from "./util";

export function Line() {
  return <i>1</i>;
}
console.log(names([<Line key="a" />]));
