jest.mock(`${'fs'}/promises`);
export {};
