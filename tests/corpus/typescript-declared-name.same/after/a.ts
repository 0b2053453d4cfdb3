const RELEASE = "1";
log(RELEASE);
export {};
