export const a = <p>one{" "}two</p>;
