import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isRecord } from '../../protocol';
import { executeAll } from './migrations/migrate';
import type { Row } from './queries/query';
import type { Database, Sql } from './sql/database';

/** Table of the operation log. It serves as evidence: a hash chain reveals removed and changed rows. */
export const LOG = 'operationLog';

/**
 * Appends rows to the chain of an organisation. Each gets its place and a digest of itself and the previous row. Call
 * it last in a transaction: the head of the chain is locked until the commit, so the calls of one organisation wait
 * for each other here, and taking no lock afterwards rules out deadlocks.
 * @param rows columns of the table, all of the one organisation
 */
export const appendToLog = async (
  transaction: Database,
  orgId: number,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const head = await lockHead(transaction, orgId);
  const chained = chain(
    head,
    rows.map((row) => ({ ...row, org_id: orgId })),
  );
  const columns = sql.join([...new Set(chained.flatMap(Object.keys))].map((name) => sql.id(name)));
  await sql`
    insert into ${sql.table(LOG)} (${columns})
    select ${columns} from jsonb_populate_recordset(
      null::${sql.table(LOG)}, ${JSON.stringify(chained)}::jsonb
    )`.execute(transaction);
  await moveHead(transaction, orgId, chained.at(-1) as Link);
};

/** Place and digest of a row in its chain. */
interface Link {
  readonly chain_place: number;
  readonly chain_digest: string;
}

const BEGINNING: Link = { chain_place: 0, chain_digest: '' };

const lockHead = async (transaction: Database, orgId: number): Promise<Link> => {
  const rows = await transaction
    .selectFrom('log_head')
    .select(['place as chain_place', 'digest as chain_digest'])
    .where('org_id', '=', orgId)
    .forUpdate()
    .execute();
  if (rows[0]) return rows[0];
  await transaction
    .insertInto('log_head')
    .values({ org_id: orgId, place: 0, digest: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lockHead(transaction, orgId);
};

const moveHead = async (transaction: Database, orgId: number, end: Link): Promise<void> => {
  await transaction
    .updateTable('log_head')
    .set({ place: end.chain_place, digest: end.chain_digest })
    .where('org_id', '=', orgId)
    .execute();
};

const chain = (head: Link, rows: readonly Row[]): (Row & Link)[] => {
  let last = head;
  return rows.map((row) => {
    const placed = { ...row, chain_place: last.chain_place + 1 };
    const linked = { ...placed, chain_digest: digestOf(last.chain_digest, placed) };
    last = linked;
    return linked;
  });
};

/**
 * Returns the SHA-256 of the previous digest and the row, in lower-case hex. The row is JSON with sorted names,
 * without its id, its own digest and null values, so that columns added later change nothing.
 */
const digestOf = (before: string, { id: _, chain_digest: __, ...row }: Row): string => {
  const entries = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  return createHash('sha256')
    .update(`${before}\n${canonical(Object.fromEntries(entries))}`)
    .digest('hex');
};

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

export interface Verified {
  readonly orgId: number;
  readonly rows: number;
  /** End of the chain. Store it elsewhere: with write access to the database, a whole new chain could be forged. */
  readonly end: { readonly place: number; readonly digest: string };
  /** First row that was changed, is missing, or is foreign. */
  readonly broken?: { readonly place: number; readonly id?: number; readonly why: BreakKind };
}

/**
 * `changed`: the row does not match its digest. `missing`: a row was removed. `foreign`: a row that is not part of
 * the chain.
 */
type BreakKind = 'changed' | 'missing' | 'foreign';

const WHY = {
  changed: 'is not as it was written',
  missing: 'is gone',
  foreign: 'was not written by the server',
} as const;

/** Returns a line for administrators. */
export const lineOfChain = ({ orgId, rows, end, broken }: Verified): string => {
  const name = `Organisation ${orgId}`;
  if (!broken) return `${name}: ${rows} rows, whole; ends with row ${end.place} ${end.digest}`;
  const { place, id, why } = broken;
  return `${name}: row ${place}${id === undefined ? '' : ` (id ${id})`} ${WHY[why]}`;
};

/** Last row of an organisation at an earlier time, with the digest noted then. */
export interface ChainHead {
  readonly orgId: number;
  readonly place: number;
  readonly digest: string;
}

/**
 * Verifies the chain of every organisation, from its first row, or from where retention cut it, to its end.
 * @param knownHeads chain heads noted earlier, which must still exist
 */
export const verifyLog = async (
  db: Database,
  knownHeads: readonly ChainHead[] = [],
): Promise<Verified[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const { rows: orgs } = await sql<{ org_id: number }>`
        select org_id from log_head union select distinct coalesce(org_id, 0) from ${sql.table(LOG)}
        union select unnest(${knownHeads.map(({ orgId }) => orgId)}::bigint[])
        order by 1`.execute(transaction);
      const results: Verified[] = [];
      for (const { org_id } of orgs) {
        const own = knownHeads.filter(({ orgId }) => orgId === org_id);
        results.push(await verifyChain(transaction, org_id, own));
      }
      return results;
    });

const BATCH = 2_000;

const verifyChain = async (
  transaction: Database,
  orgId: number,
  knownHeads: readonly ChainHead[],
): Promise<Verified> => {
  const heads = await transaction
    .selectFrom('log_head')
    .select(['place as chain_place', 'digest as chain_digest'])
    .where('org_id', '=', orgId)
    .execute();
  const cuts = await transaction
    .selectFrom('log_cut')
    .select(['first', 'last', 'digest'])
    .where('org_id', '=', orgId)
    .execute();
  const knownDigests = new Map(knownHeads.map(({ place, digest }) => [place, digest]));
  const matchesKnown = ({ chain_place, chain_digest }: Link) =>
    (knownDigests.get(chain_place) ?? chain_digest) === chain_digest;
  const cutFrom = new Map(cuts.map((cut) => [cut.first, cut]));
  const head = heads[0] ?? BEGINNING;
  const end = { place: head.chain_place, digest: head.chain_digest };
  let count = 0;
  const result = (broken?: Verified['broken']): Verified => ({
    orgId,
    rows: count,
    end,
    ...(broken && { broken }),
  });

  const { rows: foreign } = await sql<{ id: number }>`
    select id from ${sql.table(LOG)}
    where coalesce(org_id, 0) = ${orgId} and chain_place is null order by id limit 1`.execute(
    transaction,
  );
  if (foreign[0]) return result({ place: 0, id: foreign[0].id, why: 'foreign' });

  let last: Link = BEGINNING;
  const skipCuts = () => {
    for (let cut = cutFrom.get(last.chain_place + 1); cut; ) {
      last = { chain_place: cut.last, chain_digest: cut.digest };
      cut = cutFrom.get(cut.last + 1);
    }
  };
  let after = 0;
  for (;;) {
    const { rows } = await sql<Row & Link & { readonly id: number }>`
      select * from ${sql.table(LOG)} where org_id = ${orgId} and chain_place > ${after}
      order by chain_place, id limit ${BATCH}`.execute(transaction);
    for (const row of rows) {
      skipCuts();
      const { id, chain_place: place } = row;
      // A second row with the same place is foreign too.
      if (place <= last.chain_place) return result({ place, id, why: 'foreign' });
      if (place > last.chain_place + 1) {
        return result({ place: last.chain_place + 1, why: 'missing' });
      }
      if (row.chain_digest !== digestOf(last.chain_digest, row) || !matchesKnown(row)) {
        return result({ place, id, why: 'changed' });
      }
      last = row;
      count += 1;
    }
    after = rows.at(-1)?.chain_place ?? after;
    if (rows.length < BATCH) break;
  }
  skipCuts();
  if (last.chain_place < Math.max(end.place, ...knownDigests.keys())) {
    return result({ place: last.chain_place + 1, why: 'missing' });
  }
  return last.chain_place === end.place && last.chain_digest === end.digest
    ? result()
    : result({ place: last.chain_place, why: 'changed' });
};

/**
 * Stores the digests of rows that retention is about to delete, because the rows after them refer to these.
 * @param table the log or a partition of it
 * @param where condition for the rows to be deleted
 */
export const storeCutDigests = async (
  transaction: Database,
  table: string,
  where: Sql,
): Promise<void> => {
  await sql`
    insert into log_cut (org_id, first, last, digest)
    select org_id, min(chain_place), max(chain_place),
      (array_agg(chain_digest order by chain_place desc))[1]
    from (
      select org_id, chain_place, chain_digest,
        chain_place - row_number() over (partition by org_id order by chain_place) as run
      from ${sql.table(table)} where chain_place is not null and org_id is not null and ${where}
    ) as gone
    group by org_id, run`.execute(transaction);
};

/** Adds the columns of the chain to a log that lacks them. A declaration may add the log later. */
export const ensureLogChain = async (transaction: Database): Promise<void> => {
  const { rows } = await sql`
    select 1 from pg_class where oid = to_regclass(${`"${LOG}"`}) and not exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'chain_digest')`.execute(
    transaction,
  );
  if (rows.length === 0) return;
  await executeAll(transaction, [
    `alter table "${LOG}" add column chain_place bigint, add column chain_digest text`,
    `create index "operationLog_chain_idx" on "${LOG}" (org_id, chain_place)`,
  ]);
};
