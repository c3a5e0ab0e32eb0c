import { sql } from 'kysely';
import type { AnyEntity, Row, Warning } from '../../config';
import { DAY, HOUR } from '../../domain/duration';
import { localTime } from '../../domain/figures';
import { verbPath } from '../../protocol';
import { isGranted, operatorOf, ROOT } from '../auth';
import {
  claimDueDates,
  type Database,
  deleteOrphanWarnings,
  inTransaction,
  MAX_WARNED,
} from '../db';
import { serverZone } from '../db/parameters';
import { isClockInDoubt } from '../db/serverClock';
import { type EntityDependencies, scopeOf } from '../entities';
import { createRoleWarning, queueMessages } from '../notify/recordNotices';

interface WarnedField {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly warning: Warning;
}

/** Time for which the warnings of a field are kept that no longer declares any, ms. */
const RETENTION = 90 * DAY;

/** Tells users about dates that come near, as their fields declare. */
export const warningTasks = (
  dependencies: EntityDependencies,
  log: { warn(text: string): void },
) => {
  const fields = dependencies.config.entities.flatMap((entity) =>
    Object.entries<Warning>(entity.warns).map(([name, warning]) => ({ entity, name, warning })),
  );
  const warnOfRole = createRoleWarning(log);
  return [
    {
      name: 'warnings',
      every: HOUR,
      run: async ({ now, signal }: { now: () => number; signal: AbortSignal }) => {
        for (const field of fields) {
          while (!signal.aborted && (await warn(dependencies, field, now())) === MAX_WARNED);
          const { entity, name, warning } = field;
          await warnOfRole(dependencies.db, warning.to, `${entity.name}.${name}`);
        }
        await deleteOld(dependencies.db, fields, now());
      },
    },
  ];
};

/** Warns of the dates of one field, as many as a transaction takes. @returns their number */
const warn = async (
  { db, config, tables, rights, rules, title }: EntityDependencies,
  { entity, name, warning }: WarnedField,
  now: number,
): Promise<number> => {
  const zone = await serverZone(db);
  const day = localTime(now, zone).slice(0, 10);
  return inTransaction(db, async (trx) => {
    const due = await claimDueDates(trx, { entity, name, config }, { day, now });
    if (due.length === 0) return 0;
    const table = tables.get(entity.name)?.on(trx);
    if (!table) throw new Error(`There is no table of ${entity.name}`);
    const orgs = new Map(due.map(({ id, org }) => [id, org ?? undefined]));
    const rows = await table.pick([...orgs.keys()], { orgId: ROOT.orgId });
    const withOrg = (row: Row) => ({ ...row, [entity.scope]: orgs.get(Number(row.id)) });
    const readable = async (userId: number, ids: readonly number[]): Promise<Row[]> => {
      const oper = await operatorOf(trx, userId);
      if (!oper || !isGranted(await rights.get(oper.role_id), verbPath(entity, 'list'))) return [];
      return table.pick(ids, scopeOf({ rules }, { oper, token: '' }));
    };
    await queueMessages(trx, warning, {
      ...{ entity, now, title, zone, readable },
      records: rows.map(withOrg),
      oper: { org_id: ROOT.orgId },
    });
    return due.length;
  });
};

/** Deletes the warnings about records that are gone, and those of fields that have long had none. */
const deleteOld = async (
  db: Database,
  fields: readonly WarnedField[],
  now: number,
): Promise<void> => {
  for (const entity of new Set(fields.map((field) => field.entity)))
    await deleteOrphanWarnings(db, entity);
  if (await isClockInDoubt(db, now)) return;
  const declared = fields.map(({ entity, name }) => `${entity.name}.${name}`);
  await db
    .deleteFrom('date_warning')
    .where('at', '<', now - RETENTION)
    .where(sql<boolean>`entity || '.' || field <> all(${declared}::text[])`)
    .execute();
};
