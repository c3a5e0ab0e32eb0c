/** An answer that is a file. Unless it is kept, it was made for this answer: sent once, then removed. */
export class FileAnswer {
  /** Where it lies. */
  readonly path: string;
  /** How it is to be called by whoever receives it. */
  readonly name: string;
  readonly isKept: boolean;

  constructor(path: string, name: string, isKept = false) {
    this.path = path;
    this.name = name;
    this.isKept = isKept;
  }
}
