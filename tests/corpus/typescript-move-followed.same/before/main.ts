import { other, track } from "./a";

other(track(2));
