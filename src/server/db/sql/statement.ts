import type { CompiledQuery } from 'kysely';
import type { Database } from './database';

/** Stands for a value while a statement is built. */
class Marker {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Statement<V, R> = (db: Database, values: V) => Promise<R[]>;

/**
 * Creates a statement that is built at its first run only: building costs more than sending it.
 * @param names names of the values
 * @param build may only pass the values on as parameters: it gets markers instead
 */
export const createStatement = <V extends object, R>(
  names: readonly (keyof V & string)[],
  build: (db: Database, values: V) => CompiledQuery<R>,
): Statement<V, R> => {
  let built: CompiledQuery<R> | undefined;
  return async (db, values) => {
    built ??= build(db, Object.fromEntries(names.map((name) => [name, new Marker(name)])) as V);
    const parameters = built.parameters.map((parameter) =>
      parameter instanceof Marker ? values[parameter.name as keyof V] : parameter,
    );
    return (await db.executeQuery<R>({ ...built, parameters })).rows;
  };
};
