export class Q {}
