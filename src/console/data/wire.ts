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
import { MAX_CLOCK_AHEAD } from '../../domain/lockClock';
import { ownValue } from '../../domain/ownValue';
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
import { lineEntity, linesFromWire } from '../../fields/lines';
import { ApiError, isRecord } from '../../protocol';
import { loginMemory } from './session';

/** Types the fields of an entity of any kind. */
export const fieldsOf = (entity: AnyEntity): Fields => entity.fields;

export const keyNameOf = (entity: AnyEntity, wire: Wire): string =>
  entity.key === 'id' ? wire.id : entity.key;

/** Converts a server row to a record: adds the `id` that react-admin requires, and parses the value of every field. */
export const recordFromWire = (entity: AnyEntity, wire: Wire, row: Row): RaRecord => {
  const record: RaRecord = {
    ...withPlaces(fieldsOf(entity), row),
    id: row[keyNameOf(entity, wire)] as RaRecord['id'],
  };
  for (const [name, field] of Object.entries(fieldsOf(entity))) {
    if (!(name in record)) continue;
    const { fromWire, sql } = schemaOf(field);
    const part = lineEntity(field);
    if (part) record[name] = linesFromWire(part, record[name]);
    const value = fromWire ? fromWire(record[name], field as Field) : record[name];
    // A value that cannot be parsed becomes null: no cell or input could show it.
    const type = sql(field as Field);
    const isOdd = value === undefined || Number.isNaN(value) || !hasForm(value, type);
    record[name] = isOdd ? null : value;
  }
  return record;
};

/** True if the value has the shape of the SQL type: an array for a list type, no object for a scalar. */
const hasForm = (value: unknown, type: string): boolean => {
  if (type.endsWith('[]')) return Array.isArray(value);
  return type === 'jsonb' || value === null || typeof value !== 'object' || Array.isArray(value);
};

/** Returns the fields of a record that a call may send. An empty password is left out and stays unchanged. */
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

/** Removes secrets, so that the record may be cached in the browser. */
export const omitSecrets = (entity: AnyEntity, record: Row): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !isSecret(fieldsOf(entity)[name])));

/** Returns the changed values of an edit, without fields that are fixed. */
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

/** Returns the old values of changed fields, without secrets, which are never compared. */
export const previousValues = (entity: AnyEntity, changes: Row, previous: Row): Row =>
  Object.fromEntries(
    Object.keys(changes)
      .filter((name) => !isSecret(fieldsOf(entity)[name]))
      .map((name) => [name, previous[name] ?? null]),
  );

/** Equality on the wire: '', null and undefined are equal. */
const same = (a: unknown, b: unknown): boolean => text(a) === text(b);
const text = (value: unknown) => (isBlank(value) ? '' : JSON.stringify(value));

/**
 * List query of react-admin. To sort by several fields, fields and orders are joined by commas: `{ field: 'status,sn',
 * order: 'ASC,DESC' }`. The default order is ascending.
 */
export interface ListQuery {
  pagination?: PaginationPayload;
  sort?: SortPayload | { field: string; order: string };
  filter?: Readonly<Record<string, unknown>>;
}

/**
 * Builds the body of a list or export call. Converts filter names (`{field}_from` and `{field}_to` for a range) to
 * those of the server, and omits empty values.
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

/** Sends only the first field to a server that sorts by one. */
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

/** Starts of the shifts on this server. */
let shifts = shiftStarts(SHIFTS) ?? [];

export const getShifts = (): readonly number[] => shifts;

/** @param hours setting of the server; undefined if it has none */
export const setShifts = (hours: string | undefined): void => {
  shifts = shiftStarts(hours ?? SHIFTS) ?? shifts;
};

/**
 * Resolves relative times of a filter. A period becomes its start and its end, an offset from now becomes a time. One
 * that is not over ends after the tolerance for clocks of locks and browsers, so that it hides no newest record. Lists keep the relative form, so that their query keys stay the same as time passes.
 * @param now epoch ms
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
        const field = ownValue(fields, base);
        const { from, to } = periodSpan(value, now, { shifts });
        // A date field has no time of day, so the range includes the last day.
        if (field && schemaOf(field).atMoment) {
          return [
            [ends.from, dayOf(from)],
            [ends.to, dayOf(to)],
          ];
        }
        return [
          [ends.from, from],
          [ends.to, to < now ? to : now + MAX_CLOCK_AHEAD],
        ];
      }
      const moment = momentFromNow(value, now);
      const field = ownValue(fields, rangeEnd(name)?.base ?? '');
      if (moment === undefined || !field || schemaOf(field).filter !== 'range') {
        return [[name, value]];
      }
      return [[name, schemaOf(field).atMoment?.(moment) ?? moment]];
    }),
  );

/** An id that no operator has. */
const UNKNOWN = -1;

/** Splits the filter name of a range into field and end. */
const rangeEnd = (name: string) => {
  const [, base, end] = /^(.+)_(from|to)$/.exec(name) ?? [];
  return base === undefined ? undefined : { base, end };
};

/** Returns the field of an exact-match filter; undefined for any other filter. */
const exactField = (entity: AnyEntity, filter: string): string | undefined => {
  const fields = fieldsOf(entity);
  const name = filter.endsWith(EXACT) ? filter.slice(0, -EXACT.length) : '';
  return !Object.hasOwn(fields, filter) && exactName(fields, name) === filter ? name : undefined;
};

/** Filter for the records of one lock: its serial number is a text in every entity. */
export const lockFilter = (sn: string) => ({ [`sn${EXACT}`]: sn });

/** Entity of the locks borrowed from other organisations. */
export const BORROWED_LOCKS = 'sharedDevice';

/** Returns the entity that has the record of a live device. */
export const entityOfLock = ({ lent }: Pick<LiveDevice, 'lent'>): string =>
  lent === null ? 'device' : BORROWED_LOCKS;

/**
 * True if a row matches the exact-match filters. A server without these filters also returns partial matches, which
 * must not be taken for the record.
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
  const field =
    range && !ownValue(fieldsOf(entity), name) && ownValue(fieldsOf(entity), range.base);
  if (!range || !field || schemaOf(field).filter !== 'range') return name;
  return range.base + (range.end === 'from' ? wire.from : wire.to);
};

/**
 * Converts an update error to the console's record: messages for coordinate columns move to the position field, and the
 * conflicting row (`data.current`) becomes a record.
 */
export const errorFromWire = (entity: AnyEntity, wire: Wire, error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const data = isRecord(error.data) ? { ...error.data } : error.data;
  if (isRecord(data) && isRecord(data.current))
    data.current = recordFromWire(entity, wire, data.current);
  if (isRecord(data) && isRecord(data.fields)) {
    data.fields = placeMessages(fieldsOf(entity), data.fields as Record<string, string>);
  }
  const fields = error.fields && placeMessages(fieldsOf(entity), error.fields);
  return new ApiError(error.message, { ...error, cause: error.cause, fields, data });
};

/** Combines the coordinate columns into position fields; null if a coordinate is missing. */
const withPlaces = (fields: Fields, row: Row): Row => {
  const places = coordinateColumns(fields).flatMap(({ name, lat, lon }) => {
    if (!(lat in row || lon in row)) return [];
    const place = { lat: numberOf(row[lat]), lon: numberOf(row[lon]) };
    return [[name, isPlace(place) ? place : null] as const];
  });
  return { ...row, ...Object.fromEntries(places) };
};

/** Splits position fields into their coordinate columns; the position itself is not sent. */
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

/** Moves messages for coordinate columns to the position field, whose input is visible. */
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
 * Returns the number of rows of a list: the server's total, but at least the rows seen. Without a total, a full page is
 * assumed to have a next one.
 */
export const totalOf = (serverTotal: unknown, rows: number, { pagination }: ListQuery): number => {
  const { page = 1, perPage = 0 } = pagination ?? {};
  const minTotal = rows === 0 ? 0 : (page - 1) * perPage + rows;
  const total = isBlank(serverTotal) ? Number.NaN : Number(serverTotal);
  if (Number.isFinite(total)) return Math.max(total, minTotal);
  return rows > 0 && rows === perPage ? minTotal + 1 : minTotal;
};

/** Supports the search of react-admin's standard inputs: `q` filters the title field by substring. */
export const withSearchText = (
  entity: AnyEntity,
  filter: ListQuery['filter'] = {},
): ListQuery['filter'] => {
  const { q, ...rest } = filter;
  const title = fieldsOf(entity)[entity.title];
  // If the title is not a text, the server reports that it cannot be searched.
  if (q === undefined || 'q' in fieldsOf(entity) || !title) return filter;
  return schemaOf(title).filter === 'contains' ? { [entity.title]: q, ...rest } : filter;
};
