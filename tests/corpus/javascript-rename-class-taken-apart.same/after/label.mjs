export const label = ({ constructor }) => constructor.length;
