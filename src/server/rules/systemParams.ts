import { PARAM_STATE } from '../../domain/system';
import { confirmClock } from '../db/serverClock';
import type { EntityRules } from '../entities';

/** Rules of system parameters. The time of the confirmation is that of the server that answers. */
export const systemParamRules: EntityRules = {
  resolveOutput: async (row, { now }) =>
    row.state === PARAM_STATE.clockInDoubt ? { ...row, server_time: now } : row,
  actions: {
    confirmClock: async ({ db, rows, now }) => {
      await confirmClock(db, now);
      return { done: rows.length };
    },
  },
};
