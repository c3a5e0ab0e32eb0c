import type { Wire } from '../../config';
import type { EntityRules } from '../entities';
import type { MessageLog } from '../fleet/log/messageLog';

/** Watches the lock whose messages are listed. */
export const lockMessageRules = (
  { exact }: Pick<Wire, 'exact'>,
  watch: MessageLog['watch'],
): EntityRules => ({
  beforeList: async ({ filters }, { caller }) => {
    const sns = [filters.sn, filters[`sn${exact}`]].filter((sn) => typeof sn === 'string');
    if (sns.length > 0) await watch(sns, caller.oper.org_id);
  },
});
