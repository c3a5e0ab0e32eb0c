/** A table that is derived from others: its entity says `derived`. */
export interface View {
  readonly name: string;
  /** The query; it answers `id` and every declared field. */
  readonly query: string;
}

/** From midnight of the server's zone to now is today; ms since 1970. */
const TODAY = `(extract(epoch from date_trunc('day', now())) * 1000)::bigint`;
const NOW = '(extract(epoch from now()) * 1000)::bigint';

const cardRenewal = `
  select id, sn, device_name, org_id, sim_card, "packageTime",
    ("packageTime" - current_date)::bigint as days_left,
    case
      when "packageTime" < current_date then 3
      when "packageTime" <= current_date + interval '1 month' then 1
      when "packageTime" <= current_date + interval '3 months' then 2
      else 0
    end as bucket
  from device where sim_card is not null or "packageTime" is not null`;

const latestData = `
  select id, sn, device_name, org_id, report_time, status, communicate_status,
    case when communicate_status = 0 then ${NOW} - report_time end as offline_for,
    position_type, lat, lon, speed::double precision as speed, electric,
    voltage::double precision as voltage, temperature::double precision as temperature,
    alarms::bigint as alarms, version
  from device where report_time is not null`;

const firmwareList = `
  select d.id, d.sn, d.device_name, d.org_id, d.device_type_id, d.version,
    newest.firmware_version as newest_version,
    case
      when d.version is null or newest.firmware_version is null then 0
      when d.version = newest.firmware_version then 1
      else 2
    end as state
  from device d left join lateral (
    select firmware_version from firmware
    where device_type_id is null or device_type_id = d.device_type_id
    order by create_time desc limit 1
  ) newest on true`;

const smsDevice = `
  select d.id, d.sn, d.org_id, coalesce(s.used, 0) as used,
    coalesce(s.used_today, 0) as used_today,
    greatest(0, 50 - coalesce(s.used_today, 0)) as left_today
  from device d left join lateral (
    select count(*) as used, count(*) filter (where create_time >= ${TODAY}) as used_today
    from "smsRecord" where sn = d.sn and state = 1
  ) s on true`;

const smsStatistics = `
  select o.id, o.id as org_id, s.used, greatest(0, o.sms_total - s.used) as not_used,
    o.sms_total as total, s.used_today
  from org o cross join lateral (
    select count(*) as used, count(*) filter (where create_time >= ${TODAY}) as used_today
    from "smsRecord" where org_id = o.id and state = 1
  ) s`;

export const views: readonly View[] = [
  { name: 'cardRenewal', query: cardRenewal },
  { name: 'latestData', query: latestData },
  { name: 'firmwareList', query: firmwareList },
  { name: 'smsDevice', query: smsDevice },
  { name: 'SmsStatistics', query: smsStatistics },
];
