import { isBlank } from '../../config';
import { CallError, invalidInput, type RecordRefs, serverLabel } from '../calls/endpoint';
import type { Row } from '../db';

/** Maximum records per call. */
const MAX_IDS = 1000;

/**
 * Parses the ids in a body and removes duplicates.
 * @throws CallError `invalid` if there are none or too many, or a value is no id
 */
export const idsOf = (name: string, value: unknown, max = MAX_IDS): number[] => {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value ?? []].flat();
  const ids = items.map(idOf).filter((id) => id !== undefined);
  if (items.length === 0) throw invalidInput({ [name]: serverLabel('noneChosen') });
  if (items.length > max) throw invalidInput({ [name]: serverLabel('ids', { max }) });
  if (ids.length < items.length) throw invalidInput({ [name]: serverLabel('notIds') });
  return [...new Set(ids)];
};

export const rowIds = (rows: readonly Row[]): number[] => rows.map(({ id }) => Number(id));

const idOf = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined;
};

/** Parses the single id in a body. @throws CallError `invalid` if it is missing, `notFound` if the value is no id */
export const oneIdOf = (name: string, value: unknown): number => {
  if (isBlank(value)) throw invalidInput({ [name]: serverLabel('noneChosen') });
  const id = idOf(value);
  if (id === undefined) throw new CallError('notFound', serverLabel('notFound'));
  return id;
};

/** Returns the valid ids in a body for the operation log, which also covers calls that are refused. */
export const idsIn = (value: unknown): RecordRefs => {
  const ids = [value].flat().map(idOf);
  return { ids: [...new Set(ids.filter((id) => id !== undefined))] };
};
