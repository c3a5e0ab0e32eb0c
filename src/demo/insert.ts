import type { Database } from '../server/db';

/** Runs an insert of one row and returns its id. */
export const insertId = async (statement: {
  executeTakeFirstOrThrow(): Promise<{ readonly id: number }>;
}): Promise<number> => (await statement.executeTakeFirstOrThrow()).id;

/** Operator as author of records. */
export interface Author {
  readonly id: number;
  readonly operName: string;
  readonly org_id: number;
  readonly hasSuperior: boolean;
}

/** Finds an operator of the demo; undefined if it was deleted or disabled. */
export const findAuthor = async (db: Database, login: string): Promise<Author | undefined> =>
  db
    .selectFrom('oper')
    .innerJoin('org', 'org.id', 'oper.org_id')
    .select(['oper.id', 'oper.operName', 'oper.org_id'])
    .select((eb) => eb('org.parent_id', 'is not', null).$castTo<boolean>().as('hasSuperior'))
    .where('loginName', '=', login)
    .where('oper.status', '=', 1)
    .executeTakeFirst();

/** @throws Error if there is no such operator */
export const getAuthor = async (db: Database, login: string): Promise<Author> => {
  const author = await findAuthor(db, login);
  if (!author) throw new Error(`The demo has no operator ${login}`);
  return author;
};

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
