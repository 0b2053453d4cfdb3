async function f(q) {
  const item = q.get();
  return item;
}
