import { executeAll, ifTable, type Migration } from '../migrate';

/**
 * Gives open alarms that were taken before their handler was stored the operator of that name, if it is unique, and
 * none otherwise, because only a handler's id allows to take or release an alarm. Open alarms become explicitly not
 * muted, because the console asks for those that are not.
 */
export const alarmDesk: Migration = {
  name: '0064_alarm_desk',
  up: (transaction) =>
    executeAll(transaction, [
      ifTable('alertRecord', [
        `update "alertRecord" as alarm
          set handler_id = coalesce((
            select min(oper.id) from oper where oper."operName" = alarm.taken_by having count(*) = 1), 0)
          where alarm.state = 0 and alarm.handler_id is null`,
        'update "alertRecord" set muted = false where state = 0 and muted is null',
      ]),
    ]),
};
