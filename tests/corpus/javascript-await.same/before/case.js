async function f(q) {
  const r = await q.get();
  return r;
}
