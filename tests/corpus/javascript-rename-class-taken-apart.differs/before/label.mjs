export const label = ({ constructor }) => constructor.name;
