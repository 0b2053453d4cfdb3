const a = (() => { return 1; })();
