const o = {b: 1};
