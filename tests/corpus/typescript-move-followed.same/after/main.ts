import { other } from "./a";
import { track } from "./b";

other(track(2));
