import type { AnyEntity, Field, Fields } from '../../../config';
import { schemaOf } from '../../../fields';
import { rangeNames } from '../../../fields/controls/rangeNames';
import { isPeriod, periodName, periodStart } from '../../../fields/datetime/period';

export type Filter = Readonly<Record<string, unknown>>;

/** What a list is narrowed to before anybody chose: records to their last day, anything else to nothing. */
export const defaultFilter = (entity: AnyEntity): Filter =>
  entity.record ? { [periodName(entity.record.time)]: '24h' } : {};

/** The fields of an entity's filter bar, the time of records first. */
export const filterFields = (entity: AnyEntity): [string, Field][] => {
  const time = entity.record?.time;
  const names: readonly string[] = entity.filter;
  const ordered = time === undefined ? names : [time, ...names.filter((name) => name !== time)];
  return ordered.flatMap((name): [string, Field][] => {
    const field = (entity.fields as Fields)[name];
    return field ? [[name, field as Field]] : [];
  });
};

/** The names under which a field may appear in a filter. */
export const filterNames = (name: string, field: Field): string[] =>
  schemaOf(field).filter === 'range'
    ? [rangeNames(name).from, rangeNames(name).to, periodName(name)]
    : [name];

/** How many fields narrow a list; a range counts once. */
export const activeFilters = (entity: AnyEntity, filter: Filter): number =>
  Object.entries(entity.fields as Fields).filter(([name, field]) =>
    filterNames(name, field as Field).some((each) => filter[each] !== undefined),
  ).length;

/** A filter with a patch applied; what the patch holds as undefined is taken away. */
export const patched = (filter: Filter, patch: Filter): Filter =>
  Object.fromEntries(
    Object.entries({ ...filter, ...patch }).filter(([, value]) => value !== undefined),
  );

const LAST = periodName('');

/** The filter as the server takes it: a period up to now becomes the moment at which it began. */
export const withPeriods = (filter: Filter, now: number): Filter =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) =>
      name.endsWith(LAST) && isPeriod(value)
        ? [rangeNames(name.slice(0, -LAST.length)).from, periodStart(value, now)]
        : [name, value],
    ),
  );
