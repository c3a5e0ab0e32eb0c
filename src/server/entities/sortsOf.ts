import type { AnyEntity, Wire } from '../../config';
import { invalid, text, type Values } from '../calls';
import type { Sort } from '../store';
import { fieldsIn } from './fieldsOf';
import { isBlank } from './isBlank';

/** Columns that one list is sorted by, at the most. */
const MOST_SORTS = 5;

const partsOf = (value: unknown, { sortJoiner }: Wire): string[] => {
  if (isBlank(value)) return [];
  return sortJoiner === '' ? [String(value)] : String(value).split(sortJoiner);
};

/**
 * What a body sorts by: nothing, a column or several; a column without an order of its own goes up.
 * @throws CallError `invalid` for what is no column of the list, a column named twice, too many of them, or an order
 * that is none
 */
export const sortsOf = (entity: AnyEntity, wire: Wire, body: Values): Sort[] | undefined => {
  const { sortField, sortOrder, ascending, descending, id } = wire;
  const names = partsOf(body[sortField], wire);
  if (names.length === 0) return undefined;
  const columns = fieldsIn(entity, 'list').filter(([, { virtual }]) => !virtual);
  const known = new Set([id, ...columns.map(([name]) => name)]);
  const fine = names.every((name, i) => known.has(name) && names.indexOf(name) === i);
  if (!fine || names.length > MOST_SORTS) throw invalid({ [sortField]: text('noSort') });

  const orders = partsOf(body[sortOrder], wire);
  const ways = [ascending, descending];
  if (orders.length > names.length || orders.some((order) => !ways.includes(order))) {
    throw invalid({ [sortOrder]: text('sortOrder', { values: ways.join(', ') }) });
  }
  return names.map((name, i) => ({
    field: name === id ? 'id' : name,
    order: orders[i] === descending ? 'desc' : 'asc',
  }));
};
