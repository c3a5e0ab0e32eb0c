import { type AnyEntity, type AnyField, isBlank, type Wire } from '../../config';
import type { Label } from '../../domain/label';
import { schemaOf } from '../../fields';
import { filterNamed, parseFilterValue } from '../../fields/filterValue';
import { LAST_PAGE } from '../../protocol/contracts/schemas';
import { type CallValues, invalidInput, type JsonSchema, serverLabel } from '../calls/endpoint';
import type { Selection, Sort, TableQuery } from '../db';
import { fieldsIn } from './fieldsOf';
import { idsOf } from './ids';
import { brokenLabel } from './values';

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 1000;

const filterable = (entity: AnyEntity, name: string): AnyField | undefined => {
  const field = fieldsIn(entity, 'filter').find(([candidate]) => candidate === name)?.[1];
  return field && !field.virtual && schemaOf(field).filter !== 'none' ? field : undefined;
};

const filtersOf = (entity: AnyEntity, wire: Wire, body: CallValues): Record<string, unknown> => {
  const filters: Record<string, unknown> = {};
  const wrong: Record<string, Label> = {};
  const ownFilters = (name: string) => filterable(entity, name);
  for (const [name, value] of Object.entries(body)) {
    const filter = name === wire.id ? undefined : filterNamed(ownFilters, wire, name);
    if (name === wire.id) filters.id = isBlank(value) ? undefined : idsOf(name, value);
    else if (!filter) wrong[name] = serverLabel('noFilter');
    else if (!isBlank(value)) {
      const parsed = parseFilterValue(filter, value);
      if ('value' in parsed) filters[name] = parsed.value;
      else wrong[name] = brokenLabel(parsed.broken);
    }
  }
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
  return filters;
};

/** Reads an integer from a body. @throws CallError `invalid` if it is no integer or outside the limits */
const wholeNumber = (
  body: CallValues,
  name: string,
  fallback: number,
  [min, max]: readonly [number, number],
): number => {
  const value = body[name] ?? fallback;
  if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw invalidInput({ [name]: serverLabel('page', { min, max }) });
};

/** Parses the filters and the sort order of a body. @throws CallError `invalid` that names the unknown fields */
export const parseSelection = (entity: AnyEntity, wire: Wire, body: CallValues): Selection => {
  const { [wire.sortField]: _field, [wire.sortOrder]: _order, ...filters } = body;
  return { sort: sortsOf(entity, wire, body), filters: filtersOf(entity, wire, filters) };
};

export const pageJson = ({ pageNum, pageSize, firstPage }: Wire): JsonSchema => ({
  [pageNum]: { type: 'integer', minimum: firstPage, maximum: LAST_PAGE, default: firstPage },
  [pageSize]: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: PAGE_SIZE },
});

/** Parses the page, the filters and the sort order of a list call. @throws CallError `invalid` */
export const listQueryOf = (entity: AnyEntity, wire: Wire, body: CallValues): TableQuery => {
  const { firstPage } = wire;
  const { [wire.pageNum]: _page, [wire.pageSize]: _size, ...selection } = body;
  return {
    page: wholeNumber(body, wire.pageNum, firstPage, [firstPage, LAST_PAGE]) + 1 - firstPage,
    pageSize: wholeNumber(body, wire.pageSize, PAGE_SIZE, [1, MAX_PAGE_SIZE]),
    ...parseSelection(entity, wire, selection),
  };
};

const MAX_SORT_KEYS = 5;

const partsOf = (value: unknown, { sortJoiner }: Wire): string[] => {
  if (isBlank(value)) return [];
  return sortJoiner === '' ? [String(value)] : String(value).split(sortJoiner);
};

/**
 * Parses the sort order: no column, one or several. A column without an order sorts ascending.
 * @throws CallError `invalid` for an unknown or repeated column, too many columns, or an unknown order
 */
const sortsOf = (entity: AnyEntity, wire: Wire, body: CallValues): Sort[] | undefined => {
  const { sortField, sortOrder, ascending, descending, id } = wire;
  const names = partsOf(body[sortField], wire);
  if (names.length === 0) return undefined;
  const columns = fieldsIn(entity, 'list').filter(([, { virtual }]) => !virtual);
  const sortableNames = new Set([id, ...columns.map(([name]) => name)]);
  const isValid = names.every((name, i) => sortableNames.has(name) && names.indexOf(name) === i);
  if (!isValid || names.length > MAX_SORT_KEYS)
    throw invalidInput({ [sortField]: serverLabel('noSort') });

  const orders = partsOf(body[sortOrder], wire);
  const ways = [ascending, descending];
  if (orders.length > names.length || orders.some((order) => !ways.includes(order))) {
    throw invalidInput({ [sortOrder]: serverLabel('sortOrder', { values: ways.join(', ') }) });
  }
  return names.map((name, i) => ({
    field: name === id ? 'id' : name,
    order: orders[i] === descending ? 'desc' : 'asc',
  }));
};
