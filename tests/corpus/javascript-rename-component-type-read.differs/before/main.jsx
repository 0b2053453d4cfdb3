import React from "react";
import { names } from "./util";

export function Row() {
  return <i>1</i>;
}
console.log(names([<Row key="a" />]));
