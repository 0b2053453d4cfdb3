import { track } from "./a";

track(2);
