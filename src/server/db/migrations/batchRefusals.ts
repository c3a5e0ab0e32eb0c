import { executeAll, type Migration } from '../migrate';

/** Adds the number of locks that a batch was refused for, so that locks that were never sent it can be told apart. */
export const batchRefusals: Migration = {
  name: '0073_batch_refusals',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table command_batch add column refused integer not null default 0',
      `update command_batch as batch set refused = greatest(0, total - (
        select count(*) from "appointmentCommandRecord" where batch_id = batch.id))`,
    ]),
};
