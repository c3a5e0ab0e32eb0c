import { MOST_SMS_PER_DAY } from '../../../domain/limits';
import type { View } from './View';

/** From midnight of the database's zone to now is today; ms since 1970. */
const TODAY = `(extract(epoch from date_trunc('day', now())) * 1000)::bigint`;

/**
 * Messages that were sent, per lock and organisation, counted as they are recorded: records are dropped by age, what
 * an organisation has used up is not, and a list sorted by it must not count millions of records.
 */
const smsUsed = [
  `create table if not exists sms_used (
    sn text not null,
    org_id bigint not null,
    used bigint not null,
    primary key (sn, org_id)
  )`,
  'create index if not exists sms_used_org_id_idx on sms_used (org_id)',
  `create or replace function count_sms() returns trigger language plpgsql as $$
    begin
      insert into sms_used (sn, org_id, used)
        select coalesce(sn, ''), org_id, count(*) from added
        where state = 1 and org_id is not null group by 1, 2 order by 1, 2
        on conflict (sn, org_id) do update set used = sms_used.used + excluded.used;
      return null;
    end
  $$`,
  'drop trigger if exists count_sms on "smsRecord"',
  `create trigger count_sms after insert on "smsRecord" referencing new table as added
    for each statement execute function count_sms()`,
  `insert into sms_used (sn, org_id, used)
    select coalesce(sn, ''), org_id, count(*) from "smsRecord"
    where state = 1 and org_id is not null group by 1, 2
    on conflict do nothing`,
];

const countedToday = (condition: string): string => `
  select count(*) as used from "smsRecord"
  where ${condition} and state = 1 and create_time >= ${TODAY}`;

const smsDevice = `
  select d.id, d.sn, d.org_id, coalesce(ever.used, 0)::bigint as used,
    coalesce(today.used, 0) as used_today,
    greatest(0, ${MOST_SMS_PER_DAY} - coalesce(today.used, 0)) as left_today
  from device d
  left join lateral (select sum(used) as used from sms_used where sn = d.sn) ever on true
  left join lateral (${countedToday('sn = d.sn')}) today on true`;

const smsStatistics = `
  select o.id, o.id as org_id, coalesce(ever.used, 0)::bigint as used,
    greatest(0, o.sms_total - coalesce(ever.used, 0))::bigint as not_used,
    o.sms_total as total, coalesce(today.used, 0) as used_today
  from org o
  left join lateral (select sum(used) as used from sms_used where org_id = o.id) ever on true
  left join lateral (${countedToday('org_id = o.id')}) today on true`;

export const smsViews: readonly View[] = [
  { name: 'smsDevice', foundation: smsUsed, query: smsDevice },
  { name: 'SmsStatistics', foundation: smsUsed, query: smsStatistics },
];
