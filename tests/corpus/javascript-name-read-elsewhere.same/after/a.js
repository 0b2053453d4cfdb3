export class R {}
