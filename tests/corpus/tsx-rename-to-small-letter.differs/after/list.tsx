const row = (p) => <li>{p.text}</li>;
export const list = () => <row text="a" />;
