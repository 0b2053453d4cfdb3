const a = <p>one  three</p>;
