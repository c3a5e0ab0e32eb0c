import { executeAll, type Migration } from '../migrate';

/**
 * Adds the number of records by table, organisation, hour and value of a column: `own` of the organisation alone,
 * `count` including those below it. `field` is '' for the total, `value` '' for records without a value.
 * `record_count_news` holds changes that are not added up yet; `record_counter` the definition of each table's
 * triggers.
 */
export const recordCounts: Migration = {
  name: '0038_record_counts',
  up: (transaction) =>
    executeAll(transaction, [
      `create table record_count (
        of_table text not null,
        org bigint not null,
        field text not null,
        hour bigint not null,
        value text not null,
        own bigint not null,
        count bigint not null,
        primary key (of_table, org, field, hour, value) include (count)
      )`,
      `create table record_count_news (
        id bigint generated always as identity primary key,
        of_table text not null,
        org bigint not null,
        hour bigint not null,
        field text not null,
        value text not null,
        count bigint not null
      )`,
      'create index record_count_news_idx on record_count_news (of_table, field, org)',
      'create table record_counter (of_table text primary key, mark text not null)',
      // An organisation that moves subtracts its numbers from its former ancestors and adds them to its new ones.
      `create function move_counts() returns trigger language plpgsql as $$
        declare
          changed bigint[] := array(
            select org_above(old.parent_id) union select org_above(new.parent_id)
          );
        begin
          update record_count set count = 0 where org = any(changed);
          insert into record_count (of_table, org, field, hour, value, own, count)
            select of_table, above, field, hour, value, 0, sum(own)
            from record_count cross join lateral org_above(org) as above
            where own <> 0 and above = any(changed)
            group by 1, 2, 3, 4, 5
            on conflict (of_table, org, field, hour, value) do update set count = excluded.count;
          delete from record_count where org = any(changed) and count = 0 and own = 0;
          return null;
        end
      $$`,
      `create trigger move_counts after update on org for each row
        when (old.parent_id is distinct from new.parent_id) execute function move_counts()`,
      `create trigger remove_counts after delete on org for each row
        execute function move_counts()`,
    ]),
};

/** Adds a file to mails, for reports that are sent by mail. */
export const mailedFiles: Migration = {
  name: '0039_mailed_files',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table notice add column file_name text',
      'alter table notice add column file bytea',
    ]),
};

/** Renames the periods of saved reports to the names that lists use for the last 7 and 30 days. */
export const reportPeriods: Migration = {
  name: '0060_report_periods',
  up: (transaction) =>
    executeAll(transaction, [
      `do $$ begin
        if to_regclass('"savedReport"') is not null then
          update "savedReport" set period = case period when 'week' then '7d' else '30d' end
            where period in ('week', 'month');
        end if;
      end $$`,
    ]),
};

/**
 * Converts the time zone of saved reports from minutes east of UTC, which had no daylight saving time, to a zone
 * name.
 */
export const reportZones: Migration = {
  name: '0057_report_zones',
  up: (transaction) =>
    executeAll(transaction, [
      `do $$ begin
        if exists (select from information_schema.columns where table_schema = current_schema()
          and table_name = 'savedReport' and column_name = 'zone' and data_type = 'integer') then
          alter table "savedReport" alter column zone drop default;
          alter table "savedReport" alter column zone type varchar(64) using case
            when zone = 480 then 'Asia/Shanghai'
            when zone = 0 then 'UTC'
            when zone % 60 = 0 then 'Etc/GMT' || case when zone > 0 then '-' else '+' end || abs(zone) / 60
            else case zone when -570 then 'Pacific/Marquesas' when -210 then 'America/St_Johns'
              when 210 then 'Asia/Tehran' when 270 then 'Asia/Kabul' when 330 then 'Asia/Kolkata'
              when 345 then 'Asia/Kathmandu' when 390 then 'Asia/Yangon'
              when 525 then 'Australia/Eucla' when 570 then 'Australia/Darwin'
              when 630 then 'Australia/Lord_Howe' when 765 then 'Pacific/Chatham' else 'UTC' end
            end;
        end if;
      end $$`,
    ]),
};

/** Lets the triggers of distinct values find values by the key of their table, as new ones do. */
export const distinctValues: Migration = {
  name: '0070_distinct_values',
  up: (transaction) =>
    executeAll(transaction, [
      `do $$
        declare definition text;
        begin
          for definition in
            select pg_get_functiondef(oid) from pg_proc
            where pronamespace = current_schema()::regnamespace and prosrc like '%as known where known.org%'
          loop
            execute regexp_replace(definition, ' and not exists \\([^)]*\\)', '');
          end loop;
        end
      $$`,
    ]),
};
