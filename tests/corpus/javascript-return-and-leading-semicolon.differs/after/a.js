export function reset(list) {
  if (!list.length) 
  [list.all] = [0];
}
