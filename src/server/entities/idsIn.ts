import type { NamedRecords } from '../calls';
import { idOf } from './idsOf';

/** The records that a body names, as far as they are ids: the log also tells of calls that are refused. */
export const idsIn = (given: unknown): NamedRecords => {
  const ids = [given].flat().map(idOf);
  return { ids: [...new Set(ids.filter((id) => id !== undefined))] };
};
