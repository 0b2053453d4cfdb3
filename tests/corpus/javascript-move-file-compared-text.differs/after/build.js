export const isOurs = (name) => name === "t" + "ax";
