export default (() => 1);
