declare const VERSION: string;
log(VERSION);
export {};
