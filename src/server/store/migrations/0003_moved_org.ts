import { type Migration, runAll } from './migration';

/**
 * An organisation that moves takes its devices out of one sight and into another without touching them: those who
 * lose them learn it from device_gone, those who gain them from a new change.
 */
export const movedOrg: Migration = {
  name: '0003_moved_org',
  up: (transaction) =>
    runAll(transaction, [
      `create function note_moved_org() returns trigger language plpgsql as $$
        begin
          insert into device_gone (sn, org_id)
            select sn, old.parent_id from device where org_id in (select org_subtree(new.id));
          update device set org_id = org_id where org_id in (select org_subtree(new.id));
          return null;
        end
      $$`,
      `create trigger note_moved_org after update on org for each row
        when (old.parent_id is distinct from new.parent_id)
        execute function note_moved_org()`,
    ]),
};
