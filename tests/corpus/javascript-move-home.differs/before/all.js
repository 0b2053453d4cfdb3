export * from './tax.js';
