export const label = (call) => call.name;
