const Row = (p) => <li>{p.text}</li>;
export const list = () => <Row text="a" />;
