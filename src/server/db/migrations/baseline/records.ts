/**
 * Number of records by table, organisation, hour and value of a column: `own` of the organisation alone, `count`
 * including those below it. `field` is '' for the total, `value` '' for records without a value. `record_count_news`
 * holds changes that are not added up yet; `record_counter` the definition of each table's triggers.
 */
const counts = [
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
];

const log = [
  // Head of each organisation's log chain.
  `create table log_head (
    org_id bigint primary key,
    place bigint not null,
    digest text not null
  )`,
  // Digests that remain of rows deleted by retention: first place, last place, digest of the last.
  `create table log_cut (
    org_id bigint not null,
    first bigint not null,
    last bigint not null,
    digest text not null,
    primary key (org_id, first)
  )`,
];

const files = [
  // Sender, purpose and original name of each uploaded file. `at` in epoch ms.
  `create table upload (
    name text primary key,
    purpose text not null,
    own_name text not null,
    size bigint not null,
    oper_id bigint not null,
    org_id bigint not null,
    at bigint not null
  )`,
  'create index upload_org_id_idx on upload (org_id)',
  `create table stored_file (
    id bigint generated always as identity primary key,
    area text not null,
    name text not null,
    sha256 text not null,
    size bigint not null,
    at bigint not null,
    unique (area, name)
  )`,
  'create index stored_file_sha256_idx on stored_file (sha256)',
  `create table stored_chunk (
    file_id bigint not null references stored_file on delete cascade,
    place integer not null,
    data bytea not null,
    primary key (file_id, place)
  )`,
  // Uncompressed, because most files are compressed already, and chunks are written and read whole.
  'alter table stored_chunk alter column data set storage external',
];

/** Counts of records, the operation log's chain, files, and the digest by which a resent report is recognised. */
export const records: readonly string[] = [
  ...counts,
  ...log,
  ...files,
  'alter table if exists "deviceLocationRecord" add column if not exists digest uuid',
];
