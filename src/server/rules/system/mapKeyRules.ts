import { mapKey } from '../../../resources';
import { text } from '../../calls';
import type { EntityRules } from '../../entities';
import { onlyOne } from './onlyOne';

/** One key for each map and terminal. @param table the table of the keys */
export const mapKeyRules = (table: string): EntityRules => ({
  prepare: async (change) => {
    await onlyOne(change, {
      table,
      columns: ['mapCode', 'useTerminal'],
      says: 'mapCode',
      why: text('mapKeyTaken'),
      fields: mapKey.fields,
    });
    return change.values;
  },
});
