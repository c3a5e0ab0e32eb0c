import { isBlank } from '../../config';
import { localTime } from '../../domain/figures';
import { isZone } from '../../domain/zone';
import { invalidInput, serverLabel } from '../calls/endpoint';
import type { Database, TableQueries } from '../db';
import { serverZone } from '../db/parameters';
import type { RuleSubject } from './dependencies';

/** Returns the zone of a request, by default that of the server. @throws CallError `invalid` that names an unknown zone */
export const readerZone = async (db: Database, zone: unknown): Promise<string> => {
  if (isBlank(zone)) return serverZone(db);
  if (isZone(zone)) return zone;
  throw invalidInput({ zone: serverLabel('unknownZone', { zone: String(zone) }) });
};

/** Returns the table with rows as of the day in the zone of a request, if they depend on it. @throws as `readerZone` */
export const tableAsOf = async (
  { entity, table, dependencies: { db, now } }: RuleSubject,
  zone: unknown,
): Promise<TableQueries> => {
  if (!entity.byDay) return table;
  return table.asOf(localTime(now(), await readerZone(db, zone)).slice(0, 10));
};
