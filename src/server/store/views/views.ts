import { smsViews } from './sms';
import type { View } from './View';

/** ms since 1970. */
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
    position_type, lat, lon, speed::numeric::double precision as speed, electric,
    voltage::numeric::double precision as voltage, temperature::numeric::double precision as temperature,
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

const upgradeRecord = `
  select id, org_id, create_time, sn, args ->> 'version' as firmware_version,
    (args ->> 'firmware')::bigint as firware_no,
    case state when 'success' then 1 when 'failure' then 2 when 'invalid' then 2 else 3 end
      as issue_status,
    state, message, operate_name, end_time
  from "appointmentCommandRecord" where cmd = 'upgrade'`;

export const views: readonly View[] = [
  { name: 'cardRenewal', query: cardRenewal },
  { name: 'latestData', query: latestData },
  { name: 'firmwareList', query: firmwareList },
  { name: 'upgradeRecord', query: upgradeRecord },
  ...smsViews,
];
