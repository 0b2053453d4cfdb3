export * from "./a";
