export const A = ({ n }) => {
  const go = () => n;
  return shown();

  function shown() {
    return <p onClick={go}>
        Some {n}
        text
      </p>;
  }
};
