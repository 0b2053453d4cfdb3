import { other } from "./a";

vi.mock("./c", () => ({ other: () => 1 }));

other(2);
