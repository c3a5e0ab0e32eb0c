import type { AnyEntity, AnyField } from '../../../config';
import type { ActiveAlarms } from '../../../domain/alarm';
import { bySensor } from '../../../domain/lock';
import { canonicalType, storedFields } from './columns';
import {
  bigint,
  bigints,
  double,
  filled,
  integer,
  json,
  type OwnColumns,
  orNull,
  real,
  smallint,
  varchar,
} from './ownColumn';

/** Table with the values of locks that operators edit. */
export const LOCK_TABLE = 'device';

/** Table with the values that locks report, one row for each row of LOCK_TABLE. */
export const STATE_TABLE = 'device_state';

/** Key of STATE_TABLE: the id of the lock. */
export const STATE_KEY = 'device_id';

/** Columns of LOCK_TABLE that triggers copy to STATE_TABLE, so that reports read one table. */
export const COPIED_COLUMNS: readonly string[] = ['org_id', 'protocol', 'sn'];

/**
 * Columns of STATE_TABLE that the server writes itself, in their physical order. A declared field of its name decides
 * the type of a column. Those that every report changes are last: the log entry of an update in place holds the bytes
 * between the first and the last changed one.
 */
export const STATE_COLUMNS = {
  owned_since: filled(bigint, '0'),
  regions: filled(bigints, "'{}'"),
  fences: filled(bigints, "'{}'"),
  raised: filled(json<ActiveAlarms>(), "'{}'"),
  version: orNull(varchar(64)),
  late_fix_time: orNull(bigint),
  suspect_time: orNull(bigint),
  suspect_lat: orNull(double),
  suspect_lon: orNull(double),
  alarms: filled(integer, '0'),
  communicate_status: orNull(integer),
  status: orNull(integer),
  positionType: orNull(integer),
  electric: orNull(smallint),
  ...bySensor(() => orNull(real)),
  speed: orNull(real),
  course: orNull(real),
  report_time: orNull(bigint),
  seen_at: orNull(bigint),
  position_time: orNull(bigint),
  fix_time: orNull(bigint),
  lat: orNull(double),
  lon: orNull(double),
  fix_lat: orNull(double),
  fix_lon: orNull(double),
  position: orNull(varchar(60)),
} as const satisfies OwnColumns;

const columns: OwnColumns = STATE_COLUMNS;

/** Returns the type of a state column as declared by the server. */
export const stateColumnType = (name: string): string =>
  canonicalType(columns[name]?.type ?? 'bigint');

/** True if rows of the entity have a state in STATE_TABLE. */
export const hasState = ({ table, derived }: AnyEntity): boolean =>
  table === LOCK_TABLE && !derived;

/** Returns the fields with a column in the entity's own table. */
export const ownFields = (entity: AnyEntity): [string, AnyField][] =>
  storedFields(entity).filter(([, { reported }]) => !reported);

export const reportedFields = (entity: AnyEntity): [string, AnyField][] =>
  storedFields(entity).filter(([, { reported }]) => reported);
