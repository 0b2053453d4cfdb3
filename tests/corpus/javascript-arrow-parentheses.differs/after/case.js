const f = () => {};
