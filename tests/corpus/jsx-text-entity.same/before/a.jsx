export const both = <b>salt {"and"} pepper</b>;
