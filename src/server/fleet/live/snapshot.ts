import type { Kysely } from 'kysely';
import type { LiveSnapshot } from '../../../domain/live';
import type { Scope, Tables } from '../../store';
import { currentCursor } from './liveCursor';
import { liveDevices, liveRowOf } from './liveRows';

/** Every device of a tenant, with the cursor from which changes continue. */
export const snapshot = (db: Kysely<Tables>, scope: Scope): Promise<LiveSnapshot> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const cursor = await currentCursor(trx);
      const { rows } = await liveDevices(scope).execute(trx);
      return { cursor, rows: rows.map(liveRowOf) };
    });
