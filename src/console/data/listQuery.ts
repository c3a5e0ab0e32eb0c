import type { PaginationPayload, SortPayload } from 'ra-core';
import type { AnyEntity, Wire } from '../../config';
import { schemaOf } from '../../fields';
import { fieldsOf, keyNameOf } from './wireRecord';

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
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [wireName(entity, wire, name), value]),
  );

const wireName = (entity: AnyEntity, wire: Wire, name: string): string => {
  if (name === 'id') return keyNameOf(entity, wire);
  const [, base, end] = /^(.+)_(from|to)$/.exec(name) ?? [];
  const field = base === undefined || name in fieldsOf(entity) ? undefined : fieldsOf(entity)[base];
  if (!field || schemaOf(field).filter !== 'range') return name;
  return base + (end === 'from' ? wire.from : wire.to);
};
