const Line = (p) => <li>{p.text}</li>;
export const list = () => <Line text="a" />;
