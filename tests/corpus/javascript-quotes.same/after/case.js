const a = "x";
