import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store';

/** Writes who can be reached. Answers those of them whose state changed. */
export const writePresence = async (
  db: Kysely<Tables>,
  presence: ReadonlyMap<string, boolean>,
): Promise<string[]> => {
  const online = [...presence].filter(([, is]) => is).map(([sn]) => sn);
  const { rows } = await sql<{ sn: string }>`
    update device set communicate_status = case when sn = any(${online}) then 1 else 0 end
    where sn = any(${[...presence.keys()]})
      and communicate_status is distinct from case when sn = any(${online}) then 1 else 0 end
    returning sn`.execute(db);
  return rows.map(({ sn }) => sn);
};

/** A broker of our own forgets who was there when it stops: until they come back, nobody is. */
export const everybodyOffline = async (db: Kysely<Tables>): Promise<void> => {
  await sql`update device set communicate_status = 0 where communicate_status = 1`.execute(db);
};
