import { isBlank } from '../../config';
import type { Row } from '../db';
import { CallError, invalidInput, type RecordRefs, serverLabel } from '../endpoint';

/** Maximum records of one call. */
const MAX_IDS = 1000;

/**
 * The ids that a body names, each once.
 * @throws CallError `invalid` for none, too many, or what is no id
 */
export const idsOf = (name: string, value: unknown, max = MAX_IDS): number[] => {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value ?? []].flat();
  const ids = items.map(idOf).filter((id) => id !== undefined);
  if (items.length === 0) throw invalidInput({ [name]: serverLabel('noneChosen') });
  if (items.length > max) throw invalidInput({ [name]: serverLabel('ids', { max }) });
  if (ids.length < items.length) throw invalidInput({ [name]: serverLabel('notIds') });
  return [...new Set(ids)];
};

/** The ids of rows that were read. */
export const rowIds = (rows: readonly Row[]): number[] => rows.map(({ id }) => Number(id));

/** An id as a body may hold it; undefined for what is none. */
const idOf = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined;
};

/**
 * The one id that a body names.
 * @throws CallError `invalid` for none, `notFound` for what no record has for an id
 */
export const oneIdOf = (name: string, value: unknown): number => {
  if (isBlank(value)) throw invalidInput({ [name]: serverLabel('noneChosen') });
  const id = idOf(value);
  if (id === undefined) throw new CallError('notFound', serverLabel('notFound'));
  return id;
};

/** The records that a body names, as far as they are ids: the log also tells of calls that are refused. */
export const idsIn = (value: unknown): RecordRefs => {
  const ids = [value].flat().map(idOf);
  return { ids: [...new Set(ids.filter((id) => id !== undefined))] };
};
