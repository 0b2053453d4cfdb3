export const table: Record<string, any> = {};
export function register(call: any) {
  table[call.name] = call;
}
