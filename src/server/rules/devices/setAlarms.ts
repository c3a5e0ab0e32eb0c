import { sql } from 'kysely';
import type { ActionAnswer, ActionWork } from '../../entities';

/** Gives every lock the same alarm settings, whatever it had before. */
export const setAlarms = async ({ db, rows, args }: ActionWork): Promise<ActionAnswer> => {
  const { receive_type, language, is_phone_config, phone, is_mail_config, mail_box } = args;
  const ids = rows.map(({ id }) => Number(id));
  await sql`
    insert into "alarmConfig" as config
      (device_id, org_id, receive_type, language, is_phone_config, phone, is_mail_config, mail_box)
    select id, org_id, ${receive_type}::integer, ${language}, ${is_phone_config ?? false},
      ${phone ?? null}, ${is_mail_config ?? false}, ${mail_box ?? null}
    from device where id = any(${ids}::bigint[])
    on conflict (device_id) do update set
      (org_id, receive_type, language, is_phone_config, phone, is_mail_config, mail_box) =
      (excluded.org_id, excluded.receive_type, excluded.language, excluded.is_phone_config,
       excluded.phone, excluded.is_mail_config, excluded.mail_box)`.execute(db);
  return { done: ids.length };
};
