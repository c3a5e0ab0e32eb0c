import { DATABASE_CLOCK } from '../sql/database';
import { executeAll, type Migration } from './migrate';

/** SQL list of the elements of a loan's list that another list lacks, in their order. */
const without = (list: string, removed: string) =>
  `array(select id from unnest(${list}) with ordinality as element(id, place)
    where id <> all(${removed}) order by place)`;

/**
 * Ends the active loans of a lock that moves to another organisation. A loan continues with its other locks. The loan of
 * moved locks alone is revoked and keeps their list. `leave_loans` removes deleted locks and borrowers from all loans,
 * including ended ones, because no call deletes a loan.
 */
export const loanEnds: Migration = {
  name: '0080_loan_ends',
  up: (transaction) =>
    executeAll(transaction, [
      `create function leave_loans(locks bigint[], borrowers bigint[]) returns void language plpgsql as $$
        begin
          if to_regclass('"batchDisDevice"') is null then return; end if;
          update "batchDisDevice" as loan set devices = rest.devices, orgs = rest.orgs,
            state = case when '{}' in (rest.devices, rest.orgs) then 2 else loan.state end
          from (
            select id, ${without('devices', 'locks')} as devices, ${without('orgs', 'borrowers')} as orgs
            from "batchDisDevice" where devices && locks or orgs && borrowers order by id for update
          ) as rest
          where loan.id = rest.id;
        end
      $$`,
      `create function end_moved_loans() returns trigger language plpgsql as $$
        declare
          moved bigint[] := array(
            select after.id from changed as after join former using (id)
            where former.org_id is distinct from after.org_id);
        begin
          if moved = '{}' or to_regclass('"batchDisDevice"') is null then return null; end if;
          update "batchDisDevice" set state = case when devices <@ moved then 2 else state end,
            devices = case when devices <@ moved then devices else ${without('devices', 'moved')} end
          where devices && moved and state = 1 and (ends is null or ends > ${DATABASE_CLOCK});
          return null;
        end
      $$`,
      'drop trigger note_lent_moved on device',
      'drop function note_lent_moved()',
      `create trigger end_moved_loans after update on device
        referencing old table as former new table as changed
        for each statement execute function end_moved_loans()`,
    ]),
};
