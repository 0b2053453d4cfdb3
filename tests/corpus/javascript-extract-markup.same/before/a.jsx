export const A = ({ n }) => {
  const go = () => n;
  return (
    <p onClick={go}>
      Some {n}
      text
    </p>
  );
};
