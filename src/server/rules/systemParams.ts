import { confirmClock } from '../db/serverClock';
import type { EntityRules } from '../entities';

/** Rules of system parameters. The time of the confirmation is that of the server that answers. */
export const systemParamRules: EntityRules = {
  actions: {
    confirmClock: async ({ db, rows, now }) => {
      await confirmClock(db, now);
      return { done: rows.length };
    },
  },
};
