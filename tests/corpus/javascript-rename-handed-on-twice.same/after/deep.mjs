export const label = (call) => call.length;
