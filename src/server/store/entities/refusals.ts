/** Another row has the value of a unique field. */
export class Taken extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`The value of ${field} is taken`);
    this.name = 'Taken';
    this.field = field;
  }
}

/** A reference to a row that is not there, or not there for who asks. */
export class BadReference extends Error {
  readonly field: string;
  /** Index of the row among those given. */
  readonly row: number;

  constructor(field: string, row = 0) {
    super(`The ${field} of row ${row} refers to no visible record`);
    this.name = 'BadReference';
    this.field = field;
    this.row = row;
  }
}

/** A value the column cannot hold; the field where the database tells it. */
export class BadValue extends Error {
  readonly field?: string;

  constructor(message: string, field?: string) {
    super(message);
    this.name = 'BadValue';
    this.field = field;
  }
}

/** Rows that refer to the one to be removed: how many of them who asks may see, 0 when only others' do. */
export interface Use {
  readonly entity: string;
  readonly count: number;
}

/** Rows cannot be removed because others refer to them. */
export class InUse extends Error {
  readonly by: readonly Use[];

  constructor(by: readonly Use[]) {
    super(`Still referred to by ${by.map(({ entity }) => entity).join(', ')}`);
    this.name = 'InUse';
    this.by = by;
  }
}
