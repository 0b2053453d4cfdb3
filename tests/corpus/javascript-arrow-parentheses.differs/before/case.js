const f = () => ({});
