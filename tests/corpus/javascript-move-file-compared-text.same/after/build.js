export const isOurs = (name) => name === "n" + "et";
