import { track } from "./b";

track(2);
