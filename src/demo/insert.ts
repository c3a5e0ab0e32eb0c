import type { Locale } from '../domain/label';
import type { Database } from '../server/db';
import type { Files } from '../server/files/files';
import type { DemoLock } from './locks';
import type { Translate } from './texts';

/** Demo that is being seeded. */
export interface NewDemo {
  /** Ids of demoOrganisations, in their order. */
  readonly orgIds: readonly number[];
  readonly shiftRole: number;
  readonly locks: readonly DemoLock[];
  readonly files: Files;
  /** Length of the history that its locks will get, ms. */
  readonly pastMs: number;
  /** Epoch ms. */
  readonly now: number;
  readonly locale: Locale;
  readonly translate: Translate;
}

/** Runs an insert of one row and returns its id. */
export const insertId = async (statement: {
  executeTakeFirstOrThrow(): Promise<{ readonly id: number }>;
}): Promise<number> => (await statement.executeTakeFirstOrThrow()).id;

/** Operator as author of records. */
export interface Author {
  readonly id: number;
  readonly operName: string;
  readonly org_id: number;
}

/** @throws Error if no operator of the demo has the login name */
export const getAuthor = (db: Database, login: string): Promise<Author> =>
  db
    .selectFrom('oper')
    .select(['id', 'operName', 'org_id'])
    .where('loginName', '=', login)
    .executeTakeFirstOrThrow(() => new Error(`The demo has no operator ${login}`));

/**
 * Returns the id of an organisation of the demo.
 * @param orgIds ids of demoOrganisations, in their order
 * @throws Error if there is none
 */
export const orgAt = (orgIds: readonly number[], index: number): number => {
  const id = orgIds[index];
  if (id === undefined) throw new Error(`The demo has no organisation ${index}`);
  return id;
};
