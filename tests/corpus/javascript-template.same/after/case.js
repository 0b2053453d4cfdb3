const a =
  `x ${y}`;
