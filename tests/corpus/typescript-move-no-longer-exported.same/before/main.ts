import { other } from "./a";

other(2);
