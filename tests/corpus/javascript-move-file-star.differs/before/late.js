export * from './levy';
