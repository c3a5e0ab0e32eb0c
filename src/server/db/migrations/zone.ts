import { systemParamRemarks } from '../../../domain/system';
import type { Migration } from '../migrate';

/** Adds the system parameter of the server's time zone. */
export const serverTimeZone: Migration = {
  name: '0075_time_zone',
  up: async (transaction) => {
    await transaction
      .insertInto('systemParams')
      .values({
        param_name: 'time_zone',
        param_text: '',
        remark: systemParamRemarks.time_zone.join(' / '),
      })
      .onConflict((conflict) => conflict.column('param_name').doNothing())
      .execute();
  },
};
