for (const x of xs) {
  if (x.q < 3) {
    continue;
  }
  g(x);
}
