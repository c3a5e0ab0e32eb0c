import { type RawBuilder, sql } from 'kysely';
import { LIVE_COLUMNS, type LiveRow } from '../../../domain/live';
import type { Scope } from '../../store';

const columns = sql.join(LIVE_COLUMNS.map((name) => sql.ref(`device.${name}`)));

/** Devices of a tenant as the live views need them, narrowed by a condition on `device`. */
export const liveDevices = (scope: Scope, condition: RawBuilder<unknown> = sql`true`) =>
  sql<Record<string, unknown>>`
    select ${columns} from device
    where org_id in (select org_subtree(${scope.orgId})) and ${condition}`;

/** A device's values in the order of LIVE_COLUMNS. */
export const liveRowOf = (row: Readonly<Record<string, unknown>>): LiveRow =>
  LIVE_COLUMNS.map((name) => row[name]);
