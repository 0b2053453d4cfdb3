import { other } from "./index";

export const two = other(2);
