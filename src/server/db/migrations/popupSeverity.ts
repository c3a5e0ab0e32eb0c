import { executeAll, type Migration } from '../migrate';

/** Adds the severity from which new alarms are shown to an operator; null is all. */
export const popupSeverity: Migration = {
  name: '0078_popup_severity',
  up: (transaction) =>
    executeAll(transaction, ['alter table hobby add column popup_severity smallint']),
};
