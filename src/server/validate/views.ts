import {
  type AnyEntity,
  type AnyField,
  CURRENT_OPERATOR,
  type Field,
  type Fields,
  type PresetView,
  wireDefaults,
} from '../../config';
import { momentFromNow } from '../../domain/figures';
import { isPeriod } from '../../domain/period';
import { exactName, periodName, rangeNames, schemaOf } from '../../fields';
import { filterNamed, parseFilterValue } from '../../fields/filterValue';
import { isField, isFilter } from './connections';
import { type Finding, findingsIf } from './finding';

/** Filter names of the fields in a list call of our server. */
export const listFilters = (fields: Fields): ReadonlySet<string> =>
  new Set(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!isField(field) || !isFilter(field)) return [];
      const { from, to } = rangeNames(name);
      if (schemaOf(field).filter !== 'range') return [name, exactName(fields, name)];
      return [name, from, to, ...(field.kind === 'datetime' ? [periodName(name)] : [])];
    }),
  );

/** True if the field can have the value. Only fields with fixed choices exclude any. */
const isOffered = (field: AnyField | undefined, value: unknown): boolean => {
  const table = field && schemaOf(field).choices?.(field as Field);
  return !table || table.some(([choice]) => choice === value);
};

/** True if the value is the end of a range relative to now. */
const isRelative = (name: string, value: unknown): boolean =>
  /_(from|to)$/.test(name) && typeof value === 'string' && /^now/.test(value);

/** True if the list call rejects the value of a filter. The console replaces relative times before it sends them. */
const isRefused = (entity: AnyEntity, name: string, value: unknown): boolean => {
  if (value === CURRENT_OPERATOR || isRelative(name, value)) return false;
  if (!(name in entity.fields) && name.endsWith(periodName(''))) return !isPeriod(value);
  const filter = filterNamed((own) => ownFilter(entity, own), wireDefaults, name);
  return filter !== undefined && 'broken' in parseFilterValue(filter, value);
};

/** Returns the field of a filter that has its name. */
const ownFilter = ({ fields }: AnyEntity, name: string): AnyField | undefined =>
  Object.hasOwn(fields, name) && isFilter(fields[name]) ? fields[name] : undefined;

/** Checks the preset views of a list. */
export const checkViews = (entity: AnyEntity): Finding[] => {
  const fields: Fields = entity.fields;
  const filterNames = listFilters(fields);
  return Object.entries<PresetView>(entity.views).flatMap(([code, view]) => {
    const place = `${entity.name}.views.${code}`;
    return [
      // A number in the address denotes a view saved by an operator.
      ...findingsIf(place, { 'its code must begin with a letter': !/^[A-Za-z]\w*$/.test(code) }),
      ...Object.entries(view.filter).flatMap(([name, value]) => {
        const unknown = [value].flat().filter((each) => !isOffered(fields[name], each));
        return findingsIf(place, {
          ...Object.fromEntries(unknown.map((each) => [`${name} is never ${each}`, true])),
          [`the list refuses ${JSON.stringify(value)} as ${name}`]:
            filterNames.has(name) && unknown.length === 0 && isRefused(entity, name, value),
          [`${name} is ${value}, which tells no moment`]:
            isRelative(name, value) && momentFromNow(value, 0) === undefined,
        });
      }),
    ];
  });
};
