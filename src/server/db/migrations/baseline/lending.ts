import { DATABASE_CLOCK } from '../../sql/database';
import { triggerFunctions } from '../migrate';

/** Current loans of locks. The lending organisation must still be above the lock. */
const LENDING = `
  select d.id as device_id, org as org_id,
    bit_or(g.may_seal::integer + 2 * g.may_unseal::integer) as rights, min(g.ends) as ends
  from "batchDisDevice" g
  cross join unnest(g.devices) as lent(id) cross join unnest(g.orgs) as org
  join device d on d.id = lent.id
  where d.id = any(ids) and g.state = 1 and (g.ends is null or g.ends > ${DATABASE_CLOCK})
    and g.org_id in (select org_above(d.org_id))
  group by d.id, org`;

/**
 * Organisations that see locks of others, and their rights (1 seal, 2 unseal, 3 both). Recomputed by triggers on loans,
 * locks and organisations. `ends` is when it must be recomputed again. An organisation that loses a lock learns it from device_gone.
 */
export const lending: readonly string[] = [
  `create table lent_lock (
    device_id bigint not null,
    org_id bigint not null,
    rights integer not null,
    ends bigint,
    change_xid xid8,
    primary key (device_id, org_id)
  )`,
  'create index lent_lock_org_id_idx on lent_lock (org_id)',
  'create index lent_lock_change_xid_idx on lent_lock (change_xid)',
  'create index lent_lock_ends_idx on lent_lock (ends) where ends is not null',
  `create trigger mark_change before insert or update on lent_lock
    for each row execute function mark_change()`,
  `create function refresh_lent(ids bigint[]) returns void language plpgsql as $$
    begin
      insert into lent_lock as old (device_id, org_id, rights, ends)
        select device_id, org_id, rights, ends from (${LENDING}) as lending order by 1, 2
        on conflict (device_id, org_id) do update set rights = excluded.rights, ends = excluded.ends
          where (old.rights, old.ends) is distinct from (excluded.rights, excluded.ends);
      with taken as (
        delete from lent_lock where device_id = any(ids)
          and (device_id, org_id) not in (select device_id, org_id from (${LENDING}) as lending)
        returning device_id, org_id
      )
      insert into device_gone (sn, org_id)
        select device.sn, taken.org_id from taken join device on device.id = taken.device_id;
    end
  $$`,
  ...triggerFunctions({
    note_lent: `if tg_op <> 'INSERT' then perform refresh_lent(old.devices); end if;
      if tg_op <> 'DELETE' then perform refresh_lent(new.devices); end if;`,
    note_lent_deleted: `insert into device_gone (sn, org_id)
        select deleted.sn, lent.org_id from deleted join lent_lock as lent on lent.device_id = deleted.id;
      delete from lent_lock using deleted where lent_lock.device_id = deleted.id;`,
  }),
  `create trigger note_lent_deleted after delete on device referencing old table as deleted
    for each statement execute function note_lent_deleted()`,
  ...triggerFunctions({
    note_lent_moved: `if to_regclass('"batchDisDevice"') is null then return null; end if;
      if exists (select from "batchDisDevice" where devices @> array[new.id]) then
        perform refresh_lent(array[new.id]);
      end if;`,
  }),
  `create trigger note_lent_moved after update on device for each row
    when (old.org_id is distinct from new.org_id) execute function note_lent_moved()`,
  ...triggerFunctions({
    note_lent_org: `if to_regclass('"batchDisDevice"') is not null then
        perform refresh_lent(array(
          select device_id from lent_lock
          union select unnest(devices) from "batchDisDevice" where state = 1));
      end if;`,
  }),
  `create trigger note_lent_org after update on org for each row
    when (old.parent_id is distinct from new.parent_id) execute function note_lent_org()`,
];
