import { other } from "./a";

vi.mock("./a", () => ({ other: () => 1 }));

other(2);
