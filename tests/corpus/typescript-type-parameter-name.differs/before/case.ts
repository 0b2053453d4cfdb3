export class Run {
  constructor(private readonly event: string) {}
}
