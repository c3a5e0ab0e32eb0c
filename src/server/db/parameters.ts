import { type Kysely, sql } from 'kysely';
import { type SystemParamValues, systemParamValues } from '../../domain/system';
import type { Tables } from '.';

/** Reads the current system parameters. Do not cache them: an administrator can change them at any time. */
export const readParameters = async (db: Kysely<Tables>): Promise<SystemParamValues> => {
  const { rows } = await sql<{ param_name: string; param_text: string | null }>`
    select param_name, param_text from "systemParams"`.execute(db);
  return systemParamValues(
    Object.fromEntries(rows.map(({ param_name, param_text }) => [param_name, param_text])),
  );
};
