async function f(q) {
  const item = await q.get();
  return item;
}
