import type { Kysely } from 'kysely';
import { type SystemParamValues, systemParamValues } from '../../domain/system';
import { ownZone } from '../../domain/zone';
import type { Tables } from '.';

/** Reads the current system parameters. Do not cache them: an administrator can change them at any time. */
export const readParameters = async (db: Kysely<Tables>): Promise<SystemParamValues> => {
  const rows = await db.selectFrom('systemParams').select(['param_name', 'param_text']).execute();
  return systemParamValues(
    Object.fromEntries(rows.map(({ param_name, param_text }) => [param_name, param_text])),
  );
};

/** Time zone of the server's own days and texts: the system parameter, by default that of the machine. */
export const serverZone = async (db: Kysely<Tables>): Promise<string> =>
  (await readParameters(db)).time_zone || ownZone();
