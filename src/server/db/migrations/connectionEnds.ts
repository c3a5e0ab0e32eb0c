import { CONNECTION_EVENT } from '../../../domain/connection';
import { DATABASE_CLOCK } from '../sql/database';
import { executeAll, type Migration, triggerFunctions } from './migrate';

/**
 * Records that a connected lock disconnects from an organisation that loses it. Otherwise its connection would last until
 * the next event that the next owner has of the lock.
 */
export const connectionEnds: Migration = {
  name: '0081_connection_ends',
  up: (transaction) =>
    executeAll(transaction, [
      ...triggerFunctions({
        end_connection: `if to_regclass('"connectionRecord"') is not null then
            insert into "connectionRecord" (create_time, sn, org_id, event)
              values (${DATABASE_CLOCK}, old.sn, old.org_id, ${CONNECTION_EVENT.went});
          end if;`,
      }),
      `create trigger end_connection after delete on device_state
        for each row when (old.communicate_status = 1) execute function end_connection()`,
      `create trigger end_other_connection after update of org_id, sn on device_state for each row
        when (old.communicate_status = 1 and (old.org_id, old.sn) is distinct from (new.org_id, new.sn))
        execute function end_connection()`,
    ]),
};
