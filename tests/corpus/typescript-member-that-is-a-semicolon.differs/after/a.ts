export interface Net {
  ;
  rate?: string;
}
