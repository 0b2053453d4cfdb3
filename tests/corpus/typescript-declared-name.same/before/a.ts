const VERSION = "1";
log(VERSION);
export {};
