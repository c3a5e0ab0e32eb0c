/** An answer that is a file. It is made for this answer: sent once, then removed. */
export class FileAnswer {
  /** Where it lies. */
  readonly path: string;
  /** How it is to be called by whoever receives it. */
  readonly name: string;

  constructor(path: string, name: string) {
    this.path = path;
    this.name = name;
  }
}
