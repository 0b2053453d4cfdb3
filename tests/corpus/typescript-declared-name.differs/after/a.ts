declare const RELEASE: string;
log(RELEASE);
export {};
