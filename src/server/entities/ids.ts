import type { Label } from '../../domain/label';
import { invalid, type NamedRecords, text } from '../endpoint';

/** Records of one call at the most. */
export const MOST_IDS = 1000;

/** An id as a body may hold it; undefined for what is none. */
export const idOf = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined;
};

const wrong = (max = MOST_IDS): Label => text('ids', { max });

/**
 * The ids that a body names, each once.
 * @throws CallError `invalid` for none, too many, or what is no id
 */
export const idsOf = (name: string, value: unknown, max = MOST_IDS): number[] => {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ids = given.map(idOf).filter((id) => id !== undefined);
  const fine = ids.length === given.length && ids.length > 0 && ids.length <= max;
  if (!fine) throw invalid({ [name]: wrong(max) });
  return [...new Set(ids)];
};

/**
 * The one id that a body names.
 * @throws CallError `invalid`
 */
export const oneIdOf = (name: string, value: unknown): number => {
  const id = idOf(value);
  if (id === undefined) throw invalid({ [name]: wrong() });
  return id;
};

/** The records that a body names, as far as they are ids: the log also tells of calls that are refused. */
export const idsIn = (given: unknown): NamedRecords => {
  const ids = [given].flat().map(idOf);
  return { ids: [...new Set(ids.filter((id) => id !== undefined))] };
};
