import { sql } from 'kysely';
import {
  anyOf,
  as,
  type Database,
  insertRows,
  json,
  lit,
  named,
  optional,
  query,
  type RowOf,
  table,
  updateRows,
} from '../../../../src/server/db';

/* Every line marked is a mistake in a statement. The type check fails when one of them starts to compile. */

export const built = async (db: Database) => {
  // @ts-expect-error no such column
  await db.selectFrom('device').select(['sn', 'device_nam']).execute();
  // @ts-expect-error no such table
  await db.selectFrom('devices').selectAll().execute();
  // @ts-expect-error the lock reports it, so it is in device_state
  await db.selectFrom('device').select('status').execute();
  // @ts-expect-error a lock has an organisation
  await db.insertInto('device').values({ sn: 'a' }).execute();
  // @ts-expect-error an id is a number
  await db.insertInto('device').values({ sn: 'a', org_id: '1' }).execute();
  // @ts-expect-error sn is never null
  await db.updateTable('device').set({ sn: null }).execute();
  // @ts-expect-error 7 is no status
  await db.updateTable('device_state').set({ status: 7 }).execute();
  // @ts-expect-error a view is never written
  await db.updateTable('latestData').set({ sn: 'x' }).execute();
  // @ts-expect-error a JSON column takes json(value)
  await db.updateTable('device_state').set({ raised: {} }).execute();
  const state = db.updateTable('device_state');
  // @ts-expect-error the value of a JSON column has a type
  await state.set({ raised: json({ a: 1 }) }).execute();
  // @ts-expect-error a virtual field has no column
  await db.selectFrom('statusChangeRecord').select('place_name').execute();
  const locks = db.selectFrom('device').select('sn');
  // @ts-expect-error ids are numbers
  await locks.where('id', '=', anyOf(['a'])).execute();
  // @ts-expect-error no such state
  await db.deleteFrom('command_batch').where('state', '=', lit('gone')).execute();
};

const device = table('device');
const access = table('lock_access', 'access');

export const tagged = async (db: Database, sns: readonly string[]) => {
  const { rows } = await query`
    select ${device.$pick('sn', 'device_name')}, ${named(device.id, 'device_id')},
      ${optional(access.$pick('digest', 'issued_at'))},
      ${as<boolean>()(sql`${access.sn} is null`, 'unknown')}
    from ${device.$from} left join ${access.$from} on ${access.sn} = ${device.sn}
    where ${device.sn} = any(${sns})`.execute(db);
  const typed: readonly {
    readonly sn: string;
    readonly device_name: string | null;
    readonly device_id: number;
    readonly digest: string | null;
    readonly issued_at: number | null;
    readonly unknown: boolean;
  }[] = rows;
  // @ts-expect-error it is not selected
  rows[0]?.org_id;
  // @ts-expect-error no such column
  device.device_nam;
  // @ts-expect-error no such column
  device.$pick('sn', 'device_nam');
  // @ts-expect-error no such table
  table('devices');
  return typed;
};

export const many = async (db: Database, state: RowOf<'device_state'>) => {
  await insertRows(db, 'statusChangeRecord', [{ create_time: 1, sn: 'a', lock_status: 2 }]);
  await updateRows(db, 'device_state', { keys: ['sn'], columns: ['electric', 'raised'] }, [state]);
  const report = { create_time: 1, speed: 3 };
  // @ts-expect-error no such column, though a spread brings it
  await insertRows(db, 'statusChangeRecord', [{ ...report }]);
  // @ts-expect-error the time of a record is never null
  await insertRows(db, 'statusChangeRecord', [{ sn: 'a' }]);
  // @ts-expect-error 7 is no status
  await insertRows(db, 'statusChangeRecord', [{ create_time: 1, lock_status: 7 }]);
  // @ts-expect-error no such column
  await updateRows(db, 'device_state', { keys: ['sn'], columns: ['electrics'] }, []);
};
