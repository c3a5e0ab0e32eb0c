import type { AnyEntity, AnyField } from '../../../config';
import { canonicalType, storedFields } from './columns';

/** Table with the values of locks that operators edit. */
export const LOCK_TABLE = 'device';

/** Table with the values that locks report, one row for each row of LOCK_TABLE. */
export const STATE_TABLE = 'device_state';

/** Key of STATE_TABLE: the id of the lock. */
export const STATE_KEY = 'device_id';

/** Columns of LOCK_TABLE that triggers copy to STATE_TABLE, so that reports read one table. */
export const COPIED_COLUMNS: readonly string[] = ['org_id', 'protocol', 'sn'];

/** Column of STATE_TABLE that the server writes itself. A declared field of its name decides its type. */
interface StateColumn {
  readonly type: string;
  /** Default as an SQL constant; the column is then never null. */
  readonly initial?: string;
}

/**
 * Columns in their physical order. Those that every report changes are last: the log entry of an update in place
 * holds the bytes between the first and the last changed one.
 */
export const STATE_COLUMNS: Readonly<Record<string, StateColumn>> = {
  regions: { type: 'bigint[]', initial: "'{}'" },
  fences: { type: 'bigint[]', initial: "'{}'" },
  raised: { type: 'jsonb', initial: "'{}'" },
  version: { type: 'varchar(40)' },
  late_fix_time: { type: 'bigint' },
  alarms: { type: 'integer', initial: '0' },
  communicate_status: { type: 'integer' },
  status: { type: 'integer' },
  positionType: { type: 'integer' },
  electric: { type: 'smallint' },
  voltage: { type: 'real' },
  temperature: { type: 'real' },
  speed: { type: 'real' },
  course: { type: 'real' },
  report_time: { type: 'bigint' },
  seen_at: { type: 'bigint' },
  position_time: { type: 'bigint' },
  fix_time: { type: 'bigint' },
  lat: { type: 'double precision' },
  lon: { type: 'double precision' },
  fix_lat: { type: 'double precision' },
  fix_lon: { type: 'double precision' },
  position: { type: 'varchar(60)' },
};

/** Returns the type of a state column as declared by the server. */
export const stateColumnType = (name: string): string =>
  canonicalType(STATE_COLUMNS[name]?.type ?? 'bigint');

/** True if rows of the entity have a state in STATE_TABLE. */
export const hasState = ({ table, derived }: AnyEntity): boolean =>
  table === LOCK_TABLE && !derived;

/** Returns the fields with a column in the entity's own table. */
export const ownFields = (entity: AnyEntity): [string, AnyField][] =>
  storedFields(entity).filter(([, { reported }]) => !reported);

/** Returns the fields with a column in STATE_TABLE. */
export const reportedFields = (entity: AnyEntity): [string, AnyField][] =>
  storedFields(entity).filter(([, { reported }]) => reported);
