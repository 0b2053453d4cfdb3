import { track } from "./c";

track(2);
