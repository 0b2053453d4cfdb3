export const entities = ['db/*.js'];
