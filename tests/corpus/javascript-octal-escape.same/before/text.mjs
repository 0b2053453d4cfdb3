export const end = "\0"
