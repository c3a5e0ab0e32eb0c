import { sql } from 'kysely';
import type { Database } from '../store';

/** Of which organisation, what is sent, in which language, to which phones and to which mailbox. */
const settings = [
  [0, 1, 'zh_CN', '13800138001', null],
  [0, 5, 'zh_CN', '13800138001,13800138002', 'gate@harbour.example'],
  [0, 2, 'zh_CN', null, 'gate@harbour.example'],
  [1, 3, 'en_US', '13900139001', 'operations@northern.example'],
  [1, 1, 'en_US', null, 'operations@northern.example'],
] as const;

/** Alarm settings for the last locks of two organisations. @param orgIds of demoOrganisations, in their order */
export const seedAlarmConfigs = async (db: Database, orgIds: readonly number[]): Promise<void> => {
  for (const [i, [org, type, language, phone, mail]] of settings.entries()) {
    const before = settings.slice(0, i).filter(([other]) => other === org).length;
    await sql`
      insert into "alarmConfig" (device_id, org_id, receive_type, language, is_phone_config, phone,
                                 is_mail_config, mail_box)
      select id, org_id, ${type}::integer, ${language}, ${phone !== null}, ${phone},
        ${mail !== null}, ${mail}
      from device where org_id = ${orgIds[org]} and sn like 'SD%' order by sn desc limit 1 offset ${before}`.execute(
      db,
    );
  }
};
