import { isBlank } from '../../config';
import { isZone } from '../../domain/zone';
import { invalidInput, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { serverZone } from '../db/parameters';

/** Returns the zone of a request, by default that of the server. @throws CallError `invalid` that names an unknown zone */
export const readerZone = async (db: Database, zone: unknown): Promise<string> => {
  if (isBlank(zone)) return serverZone(db);
  if (isZone(zone)) return zone;
  throw invalidInput({ zone: serverLabel('unknownZone', { zone: String(zone) }) });
};
