export interface Net {
  (a: number): void;
  rate?: string;
}
