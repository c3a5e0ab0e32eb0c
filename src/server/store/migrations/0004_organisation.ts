import { type Migration, runAll } from './migration';

/** Trees are walked with `union`, which ends even where one bites its tail. */
const trees = [
  `create function role_subtree(root bigint) returns setof bigint language sql stable rows 20 as $$
    with recursive below(id) as (
      select id from role where id = root
      union
      select role.id from role join below on role.parent_id = below.id
    )
    select id from below
  $$`,
  `create function org_above(start bigint) returns setof bigint language sql stable rows 5 as $$
    with recursive above(id, parent_id) as (
      select id, parent_id from org where id = start
      union
      select org.id, org.parent_id from org join above on org.id = above.parent_id
    )
    select id from above
  $$`,
];

/** What each operator has set for themselves. Places in WGS-84 degrees. */
const hobby = [
  `create table hobby (
    oper_id bigint primary key references oper (id) on delete cascade,
    system_title text,
    map_type text,
    map_level integer,
    lat double precision,
    lon double precision,
    is_voice boolean,
    is_police_voice boolean,
    is_police_popup boolean
  )`,
];

/** Declared menus, pages and buttons that this database has had: one that was deleted does not come back. */
const planted = [
  'create table planted (kind text not null, code text not null, primary key (kind, code))',
];

export const organisation: Migration = {
  name: '0004_organisation',
  up: (transaction) => runAll(transaction, [...trees, ...hobby, ...planted]),
};
