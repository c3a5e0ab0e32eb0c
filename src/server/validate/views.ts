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
import { isStored } from './columns';
import { isFilter } from './connections';
import { type Finding, findingIf, isEmptyLabel } from './finding';

/** Filter names of a field in a list call of our server. */
const filterNamesOf = (fields: Fields, name: string): string[] => {
  const field = fields[name] as AnyField;
  const { from, to } = rangeNames(name);
  if (schemaOf(field).filter !== 'range') return [name, exactName(fields, name)];
  return [name, from, to, ...(field.kind === 'datetime' ? [periodName(name)] : [])];
};

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
  const filterNames = new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      isFilter(field) ? filterNamesOf(fields, name) : [],
    ),
  );
  return Object.entries<PresetView>(entity.views).flatMap(([code, view]) => {
    const place = `${entity.name}.views.${code}`;
    const ends = Object.entries(view.filter).filter(([name, end]) => isRelative(name, end));
    return [
      // A number in the address denotes a view saved by an operator.
      ...findingIf(!/^[A-Za-z]\w*$/.test(code), place, 'its code must begin with a letter'),
      ...isEmptyLabel(place, 'the label', view.label),
      ...Object.keys(view.filter)
        .filter((name) => !filterNames.has(name))
        .map((name) => ({ place, text: `the list is not narrowed by ${name}` })),
      ...Object.entries(view.filter).flatMap(([name, values]) =>
        [values]
          .flat()
          .flatMap((value) =>
            findingIf(!isOffered(fields[name], value), place, `${name} is never ${value}`),
          ),
      ),
      ...Object.entries(view.filter).flatMap(([name, value]) =>
        findingIf(
          filterNames.has(name) &&
            [value].flat().every((each) => isOffered(fields[name], each)) &&
            isRefused(entity, name, value),
          place,
          `the list refuses ${JSON.stringify(value)} as ${name}`,
        ),
      ),
      ...ends
        .filter(([, end]) => momentFromNow(end, 0) === undefined)
        .map(([name, end]) => ({ place, text: `${name} is ${end}, which tells no moment` })),
      ...findingIf(
        view.sort !== undefined && view.sort[0] !== 'id' && !isStored(fields, view.sort[0]),
        place,
        `cannot be sorted by ${view.sort?.[0]}: it is no column`,
      ),
    ];
  });
};
