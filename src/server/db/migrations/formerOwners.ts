import { DATABASE_CLOCK } from '../sql/database';
import { executeAll, type Migration, triggerFunctions } from './migrate';

/**
 * Notes who had a serial number until when, so that a report that a lock recorded for a former owner is stored for that
 * one, however late it comes.
 */
export const formerOwners: Migration = {
  name: '0082_former_owners',
  up: (transaction) =>
    executeAll(transaction, [
      `create table former_owner (
        sn varchar(32) not null,
        org_id bigint not null references org (id) on delete cascade,
        until bigint not null
      )`,
      'create index on former_owner (sn, until)',
      ...triggerFunctions({
        note_former_owner: `insert into former_owner (sn, org_id, until)
            select old.sn, id, ${DATABASE_CLOCK} from org where id = old.org_id;`,
      }),
      `create trigger note_former_owner after delete on device_state
        for each row execute function note_former_owner()`,
      `create trigger note_other_former_owner after update of org_id, sn on device_state for each row
        when ((old.org_id, old.sn) is distinct from (new.org_id, new.sn))
        execute function note_former_owner()`,
    ]),
};
