jest.mock('./ta' + 'x.js');
export {};
