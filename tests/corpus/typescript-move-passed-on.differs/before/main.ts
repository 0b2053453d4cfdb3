import { track } from "./index";

export const two = track(2);
