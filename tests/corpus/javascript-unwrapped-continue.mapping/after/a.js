for (const x of xs) {
  continue;
  g(x);
}
