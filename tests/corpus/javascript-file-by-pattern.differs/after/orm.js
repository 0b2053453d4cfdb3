export const entities = ['src/*.js'];
