const f = async (a) => a;
