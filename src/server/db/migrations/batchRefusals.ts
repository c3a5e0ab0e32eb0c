import { executeAll, type Migration } from '../migrate';

/**
 * Adds the number of locks that a batch was refused for, so that locks that were never sent it can be told apart. `rest`
 * has the serial numbers that the first call announced and no call has brought. They leave it when another batch is
 * sent to them, which `resent` counts.
 */
export const batchRefusals: Migration = {
  name: '0073_batch_refusals',
  up: (transaction) =>
    executeAll(transaction, [
      `alter table command_batch add column refused integer not null default 0,
        add column rest text[] not null default '{}',
        add column resent integer not null default 0`,
      `update command_batch as batch set refused = greatest(0, total - (
        select count(*) from "appointmentCommandRecord" where batch_id = batch.id))`,
    ]),
};
