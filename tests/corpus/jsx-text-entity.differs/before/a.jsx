export const both = <b>salt {"&amp;"} pepper</b>;
