import type { PaginationPayload, RaRecord, SortPayload } from 'react-admin';
import {
  type AnyEntity,
  appearsIn,
  CURRENT_OPERATOR,
  type Field,
  type Fields,
  type FieldUse,
  isBlank,
  type Row,
  type Wire,
} from '../../config';
import { dayOf, momentFromNow, numberOf } from '../../domain/figures';
import { isPlace } from '../../domain/geo/geometry';
import type { LiveDevice } from '../../domain/live';
import { isPeriod, periodSpan } from '../../domain/period';
import { SHIFTS, shiftStarts } from '../../domain/shift';
import {
  coordinateColumns,
  EXACT,
  exactName,
  isSecret,
  periodName,
  rangeNames,
  schemaOf,
} from '../../fields';
import { ApiError, isRecord } from '../../protocol';
import { loginMemory } from './session';

/** The declared fields of an entity of any kind. */
export const fieldsOf = (entity: AnyEntity): Fields => entity.fields;

/** The name under which the server keeps a record's key. */
export const keyNameOf = (entity: AnyEntity, wire: Wire): string =>
  entity.key === 'id' ? wire.id : entity.key;

/** A row of the server as a record: an `id` as react-admin insists on, and every declared field's value understood. */
export const recordFromWire = (entity: AnyEntity, wire: Wire, row: Row): RaRecord => {
  const record: RaRecord = {
    ...withPlaces(fieldsOf(entity), row),
    id: row[keyNameOf(entity, wire)] as RaRecord['id'],
  };
  for (const [name, field] of Object.entries(fieldsOf(entity))) {
    if (!(name in record)) continue;
    const { fromWire, sql } = schemaOf(field);
    const value = fromWire ? fromWire(record[name], field as Field) : record[name];
    // What was not understood is nothing: no cell and no input could do anything with it.
    const type = sql(field as Field);
    const isOdd = value === undefined || Number.isNaN(value) || !hasForm(value, type);
    record[name] = isOdd ? null : value;
  }
  return record;
};

/** Whether a value has the outer form of a type: a list is a list, and what is a text or a number no object. */
const hasForm = (value: unknown, type: string): boolean => {
  if (type.endsWith('[]')) return Array.isArray(value);
  return type === 'jsonb' || value === null || typeof value !== 'object' || Array.isArray(value);
};

/** Fields of a record that a call may carry; a password left empty means that it stays. */
export const writableValues = (
  entity: AnyEntity,
  view: FieldUse,
  record: Row,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(entity))
      .filter(([name, field]) => {
        const value = record[name];
        if (value === undefined || !appearsIn(field, view)) return false;
        return !isSecret(field) || (value !== null && value !== '');
      })
      .map(([name]) => [name, record[name]]),
  );

/** A record as it may be kept in the browser's memory. */
export const omitSecrets = (entity: AnyEntity, record: Row): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !isSecret(fieldsOf(entity)[name])));

/** What an edit changed, without what can never be changed. */
export const changedValues = (
  entity: AnyEntity,
  record: Row,
  previous: Row = {},
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(writableValues(entity, 'edit', record)).filter(
      ([name, value]) => !fieldsOf(entity)[name]?.fixed && !same(value, previous[name]),
    ),
  );

/** What changed fields were before; secrets are nobody's to compare. */
export const previousValues = (entity: AnyEntity, changes: Row, previous: Row): Row =>
  Object.fromEntries(
    Object.keys(changes)
      .filter((name) => !isSecret(fieldsOf(entity)[name]))
      .map((name) => [name, previous[name] ?? null]),
  );

/** Equal as the wire sees it; an empty input and a missing value are both nothing. */
const same = (a: unknown, b: unknown): boolean => text(a) === text(b);
const text = (value: unknown) => (isBlank(value) ? '' : JSON.stringify(value));

/**
 * What a list is asked for, in react-admin's words. A sort by several fields joins fields and orders by commas, as in
 * `{ field: 'status,sn', order: 'ASC,DESC' }`; a field without an order is ascending.
 */
export interface ListQuery {
  pagination?: PaginationPayload;
  sort?: SortPayload | { field: string; order: string };
  filter?: Readonly<Record<string, unknown>>;
}

/**
 * The body of a list or an export. Filters are named after fields, a range's ends `{field}_from` and `{field}_to`;
 * here they take the names of the server at hand. What is empty is left out.
 */
export const listBody = (
  entity: AnyEntity,
  wire: Wire,
  { pagination, sort, filter = {} }: ListQuery,
): Record<string, unknown> => ({
  ...filterBody(entity, wire, filter),
  ...(pagination && {
    [wire.pageNum]: (pagination.page ?? 1) - 1 + wire.firstPage,
    [wire.pageSize]: pagination.perPage,
  }),
  ...(sort?.field && sortBody(entity, wire, sort)),
});

/** A server that sorts by one field only is given the first. */
const sortBody = (entity: AnyEntity, wire: Wire, sort: { field: string; order: string }) => {
  const all = sort.field.split(',');
  const fields = wire.sortJoiner === '' ? all.slice(0, 1) : all;
  const orders = sort.order.split(',');
  return {
    [wire.sortField]: fields
      .map((field) => (field === 'id' ? keyNameOf(entity, wire) : field))
      .join(wire.sortJoiner),
    [wire.sortOrder]: fields
      .map((_, i) => (orders[i] === 'DESC' ? wire.descending : wire.ascending))
      .join(wire.sortJoiner),
  };
};

/** What narrows a list, by the names of the server at hand. */
export const filterBody = (
  entity: AnyEntity,
  wire: Wire,
  filter: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    Object.entries(resolvePeriods(entity, filter, Date.now()))
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [wireName(entity, wire, name), value]),
  );

const LAST = periodName('');

/** When shifts begin on this server. */
let shifts = shiftStarts(SHIFTS) ?? [];

export const getShifts = (): readonly number[] => shifts;

/** @param hours as the server tells them; one of another maker may not */
export const setShifts = (hours: string | undefined): void => {
  shifts = shiftStarts(hours ?? SHIFTS) ?? shifts;
};

/**
 * A filter in which each period is the moments at which it began and, unless that is now, ends, and what is told by its
 * distance from now the moment itself. Lists keep the words, so that their queries stay the same while the clock goes
 * on.
 * @param now ms since 1970
 */
export const resolvePeriods = (
  entity: AnyEntity,
  filter: Readonly<Record<string, unknown>>,
  now: number,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]): [string, unknown][] => {
      const fields = fieldsOf(entity);
      if (value === CURRENT_OPERATOR) return [[name, loginMemory().oper?.id ?? UNKNOWN]];
      if (name.endsWith(LAST) && isPeriod(value)) {
        const base = name.slice(0, -LAST.length);
        const ends = rangeNames(base);
        const field = fields[base];
        const { from, to } = periodSpan(value, now, { shifts });
        // Days have no hour at which "now" would end them.
        if (field && schemaOf(field).atMoment) {
          return [
            [ends.from, dayOf(from)],
            [ends.to, dayOf(to)],
          ];
        }
        return [[ends.from, from], ...(to > now ? [] : [[ends.to, to] as [string, unknown]])];
      }
      const moment = momentFromNow(value, now);
      const field = fields[rangeEnd(name)?.base ?? ''];
      if (moment === undefined || !field || schemaOf(field).filter !== 'range') {
        return [[name, value]];
      }
      return [[name, schemaOf(field).atMoment?.(moment) ?? moment]];
    }),
  );

/** No operator's id. */
const UNKNOWN = -1;

/** The field whose range a filter's name ends, and at which end. */
const rangeEnd = (name: string) => {
  const [, base, end] = /^(.+)_(from|to)$/.exec(name) ?? [];
  return base === undefined ? undefined : { base, end };
};

/** The field whose very value a filter asks for; undefined for any other filter. */
const exactField = (entity: AnyEntity, filter: string): string | undefined => {
  const fields = fieldsOf(entity);
  const name = filter.endsWith(EXACT) ? filter.slice(0, -EXACT.length) : '';
  return !(filter in fields) && exactName(fields, name) === filter ? name : undefined;
};

/** The filter for what is one lock's: its SN is a text wherever it stands. */
export const lockFilter = (sn: string) => ({ [`sn${EXACT}`]: sn });

/** The records of locks that others have lent. */
export const BORROWED_LOCKS = 'sharedDevice';

/** The entity that has the record of a lock which is seen live. */
export const entityOfLock = ({ lent }: Pick<LiveDevice, 'lent'>): string =>
  lent === null ? 'device' : BORROWED_LOCKS;

/**
 * Whether a row is one that a filter means, as far as it asks for very values of texts: a server that knows no filter
 * of that kind answers others too, and none of them may be taken for the one that is meant.
 */
export const isReferenced = (
  entity: AnyEntity,
  filter: Readonly<Record<string, unknown>>,
  row: Row,
): boolean =>
  Object.entries(filter).every(([filterName, value]) => {
    const name = exactField(entity, filterName);
    const rowValue = name === undefined ? undefined : row[name];
    return (
      isBlank(value) ||
      rowValue === undefined ||
      [value].flat().map(String).includes(String(rowValue))
    );
  });

const wireName = (entity: AnyEntity, wire: Wire, name: string): string => {
  if (name === 'id') return keyNameOf(entity, wire);
  const exact = exactField(entity, name);
  if (exact !== undefined) return exact + wire.exact;
  const range = rangeEnd(name);
  const field = range && !(name in fieldsOf(entity)) ? fieldsOf(entity)[range.base] : undefined;
  if (!range || !field || schemaOf(field).filter !== 'range') return name;
  return range.base + (range.end === 'from' ? wire.from : wire.to);
};

/**
 * The refusal of a change in the words of the console's records: messages for a place's columns are for the place,
 * and the row that somebody else has changed meanwhile (`data.current`) is a record.
 */
export const errorFromWire = (entity: AnyEntity, wire: Wire, error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const data = isRecord(error.data) ? { ...error.data } : error.data;
  if (isRecord(data) && isRecord(data.current))
    data.current = recordFromWire(entity, wire, data.current);
  if (isRecord(data) && isRecord(data.fields)) {
    data.fields = placeMessages(fieldsOf(entity), data.fields as Record<string, string>);
  }
  return new ApiError(error.message, {
    kind: error.kind,
    code: error.code,
    status: error.status,
    cause: error.cause,
    fields: error.fields && placeMessages(fieldsOf(entity), error.fields),
    data,
  });
};

/** A record with each place made of the two columns in which the server keeps it; null where one is missing. */
const withPlaces = (fields: Fields, row: Row): Row => {
  const places = coordinateColumns(fields).flatMap(({ name, lat, lon }) => {
    if (!(lat in row || lon in row)) return [];
    const place = { lat: numberOf(row[lat]), lon: numberOf(row[lon]) };
    return [[name, isPlace(place) ? place : null] as const];
  });
  return { ...row, ...Object.fromEntries(places) };
};

/** Values with each place put back into its two columns; the place itself never travels. */
export const splitCoordinates = (fields: Fields, values: Row): Record<string, unknown> => {
  const split: Record<string, unknown> = { ...values };
  for (const { name, lat, lon } of coordinateColumns(fields)) {
    const place = split[name] as { lat?: unknown; lon?: unknown } | null | undefined;
    delete split[name];
    if (place === undefined) continue;
    split[lat] = place?.lat ?? null;
    split[lon] = place?.lon ?? null;
  }
  return split;
};

/** Messages for columns of a place as messages for the place: that is the input somebody looks at. */
const placeMessages = (
  fields: Fields,
  messages: Readonly<Record<string, string>>,
): Record<string, string> => {
  const result: Record<string, string> = { ...messages };
  for (const { name, lat, lon } of coordinateColumns(fields)) {
    const message = result[name] ?? result[lat] ?? result[lon];
    delete result[lat];
    delete result[lon];
    if (message !== undefined) result[name] = message;
  }
  return result;
};

/**
 * How many rows a list has: as the server says, and no fewer than were seen. Of a server that does not say it is known
 * only that a full page may have another one behind it.
 */
export const totalOf = (serverTotal: unknown, rows: number, { pagination }: ListQuery): number => {
  const { page = 1, perPage = 0 } = pagination ?? {};
  const minTotal = rows === 0 ? 0 : (page - 1) * perPage + rows;
  const total = isBlank(serverTotal) ? Number.NaN : Number(serverTotal);
  if (Number.isFinite(total)) return Math.max(total, minTotal);
  return rows > 0 && rows === perPage ? minTotal + 1 : minTotal;
};

/** The search of react-admin's stock inputs: what is typed is looked for in the field that a record is known by. */
export const withSearchText = (
  entity: AnyEntity,
  filter: ListQuery['filter'] = {},
): ListQuery['filter'] => {
  const { q, ...rest } = filter;
  const title = fieldsOf(entity)[entity.title];
  // Where that is no text, the server says that it cannot be searched.
  if (q === undefined || 'q' in fieldsOf(entity) || !title) return filter;
  return schemaOf(title).filter === 'contains' ? { [entity.title]: q, ...rest } : filter;
};
