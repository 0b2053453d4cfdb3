export class Run {
  constructor(private readonly name: string) {}
}
