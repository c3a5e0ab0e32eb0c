import { type Kysely, sql } from 'kysely';
import { type SystemParamValues, systemParamValues } from '../domain/system';
import type { Tables } from './db';

/** The system parameters as they are now: an administrator may change them at any moment. */
export const readParameters = async (db: Kysely<Tables>): Promise<SystemParamValues> => {
  const { rows } = await sql<{ param_name: string; param_text: string | null }>`
    select param_name, param_text from "systemParams"`.execute(db);
  return systemParamValues(
    Object.fromEntries(rows.map(({ param_name, param_text }) => [param_name, param_text])),
  );
};
