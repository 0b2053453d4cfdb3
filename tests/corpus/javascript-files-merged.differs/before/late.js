const c = await import('./c.js');
c.g(1);
