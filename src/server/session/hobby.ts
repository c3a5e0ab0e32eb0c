import { sql } from 'kysely';
import type { OperHobbyConfigVo } from '../../protocol';
import type { Database } from '../store';

/** What an operator has set for themselves; null until they have set something. */
export const hobbyOf = async (db: Database, operId: number): Promise<OperHobbyConfigVo | null> => {
  const { rows } = await sql<OperHobbyConfigVo>`
    select system_title, map_type, map_level, lat, lon, is_voice, is_police_voice, is_police_popup
    from hobby where oper_id = ${operId}`.execute(db);
  return rows[0] ?? null;
};
