import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Console,
  type Fields,
  type Related,
  type TimelineSource,
} from '../../config';
import { ownValue } from '../../domain/ownValue';
import { schemaOf } from '../../fields';
import { columnType, NUMBER } from './columns';
import { checkIcon, duplicates, type Finding, findingIf, isEmptyLabel } from './finding';

/** Checks the records of other entities that an entity's detail shows: tabs, timeline and detail panel. */
export const checkConnections = (entity: AnyEntity, config: Console): Finding[] => [
  ...checkRelated(entity, config),
  ...checkTabCodes(entity, config),
  ...checkTimeline(entity, config),
  ...checkSections(entity, config),
  ...checkDetailPanel(entity),
];

/** True if a list can be filtered by the field. */
export const isFilter = (field: AnyField | undefined): boolean =>
  field !== undefined &&
  !field.virtual &&
  appearsIn(field, 'filter') &&
  schemaOf(field).filter !== 'none';

/** Type in which a field's values are compared; undefined if there is no such field. */
const valueType = ({ fields }: AnyEntity, name: string): string | undefined => {
  if (name === 'id') return NUMBER;
  const field: AnyField | undefined = ownValue(fields, name);
  // A filter on a list of keys looks for one of them.
  return field && columnType(field).replace(/\[\]$/, '');
};

/** Checks that two fields can be equal: a text never equals a number. */
const checkComparable = (
  place: string,
  [one, name]: readonly [AnyEntity | undefined, string],
  [other, otherName]: readonly [AnyEntity | undefined, string],
): Finding[] => {
  const type = one && valueType(one, name);
  const otherType = other && valueType(other, otherName);
  return findingIf(
    type !== undefined && otherType !== undefined && type !== otherType,
    place,
    `${one?.name}.${name} is ${type}, ${other?.name}.${otherName} is ${otherType}: they are never equal`,
  );
};

/** Checks that a field of another entity exists and can be a filter. @param option option that names the field */
const checkForeignField = (
  place: string,
  entity: AnyEntity | undefined,
  name: string,
  option: string,
): Finding[] => {
  if (!entity || name === 'id') return [];
  const field: AnyField | undefined = entity.fields[name];
  if (!field) return [{ place, text: `${option} names ${entity.name}.${name}, which is no field` }];
  return findingIf(!isFilter(field), place, `${option}: ${entity.name} is not narrowed by ${name}`);
};

/** Finds field names in the options of a declaration that the other entity lacks. */
const missingFields = (
  place: string,
  { name: entity, fields }: AnyEntity,
  options: Readonly<Record<string, readonly string[] | undefined>>,
): Finding[] =>
  Object.entries(options).flatMap(([option, names]) =>
    (names ?? [])
      .filter((name) => !(name in fields))
      .map((name) => ({ place, text: `${option} names ${name}, which is no field of ${entity}` })),
  );

const checkTimeline = (entity: AnyEntity, { entities }: Console): Finding[] =>
  Object.entries<TimelineSource>(entity.timeline).flatMap(([code, kind]) => {
    const place = `${entity.name}.timeline.${code}`;
    const other = entities.find(({ name }) => name === kind.entity);
    if (!other) return [{ place, text: `${kind.entity} is no entity` }];
    return [
      ...isEmptyLabel(place, 'the label', kind.label),
      ...checkIcon(place, kind.icon),
      ...findingIf(
        !other.record && !(other.derived && 'create_time' in other.fields),
        place,
        `${kind.entity} has no records by time`,
      ),
      ...findingIf(
        kind.localField !== 'id' && !(kind.localField in entity.fields),
        place,
        `localField names ${kind.localField}, which is no field`,
      ),
      ...checkForeignField(place, other, kind.foreignField, 'foreignField'),
      ...checkComparable(place, [other, kind.foreignField], [entity, kind.localField]),
      ...findingIf(
        !other.derived &&
          kind.foreignField in other.fields &&
          !other.fields[kind.foreignField].indexed,
        place,
        `${kind.entity}.${kind.foreignField} has no index: a page would cost more the more there is`,
      ),
      ...Object.keys(kind.filter ?? {}).flatMap((name) =>
        checkForeignField(place, other, name.replace(/_is$/, ''), 'filter'),
      ),
      ...missingFields(place, other, { title: kind.title, extra: kind.extra }),
      ...(kind.supersededBy ?? [])
        .filter((name) => name === code || !(name in entity.timeline))
        .map((name) => ({
          place,
          text: `supersededBy names ${name}, which is no other kind of it`,
        })),
    ];
  });

/** Checks the fields of its record that a detail panel names. */
const checkDetailPanel = ({ name: entity, side, fields }: AnyEntity): Finding[] =>
  [side?.timeField ?? [], side?.place ?? [], side?.extra ?? []]
    .flat()
    .filter((name) => !(name in fields))
    .map((name) => ({ place: `${entity}.side`, text: `names ${name}, which is no field` }));

/** Checks that the tabs named by sections exist, and that each is in one section only. */
const checkSections = (entity: AnyEntity, { tabs }: Console): Finding[] => {
  const related = entity.related as readonly Related<Fields>[];
  const codes = new Set([
    ...Object.keys(tabs[entity.name] ?? {}),
    ...related.map(({ tabKey, entity: name }) => tabKey ?? name),
  ]);
  const sectionTabs = entity.sections.flatMap(({ tabs }) => tabs);
  return [
    ...entity.sections.flatMap(({ label }) =>
      isEmptyLabel(`${entity.name}.sections`, 'the label', label),
    ),
    ...sectionTabs
      .filter((code, i) => !codes.has(code) || sectionTabs.indexOf(code) !== i)
      .map((code) => ({
        place: `${entity.name}.sections`,
        text: codes.has(code) ? `${code} stands in two of them` : `there is no tab ${code}`,
      })),
  ];
};

/** Finds tabs of a detail with the same code: only one of them could be opened. */
const checkTabCodes = ({ name, related }: AnyEntity, { tabs }: Console): Finding[] => {
  const codes = (related as readonly Related<Fields>[]).map(
    ({ tabKey, entity }) => tabKey ?? entity,
  );
  return duplicates([...codes, ...Object.keys(tabs[name] ?? {})]).map((code) => ({
    place: `${name}.related.${code}`,
    text: 'two tabs have this code: name a tabKey',
  }));
};

const checkRelated = (entity: AnyEntity, { entities }: Console): Finding[] =>
  (entity.related as readonly Related<Fields>[]).flatMap((related) => {
    const place = `${entity.name}.related.${related.tabKey ?? related.entity}`;
    const entityNamed = (name: string) => entities.find((each) => each.name === name);
    const { through, filter = {}, localField } = related;
    const other = entityNamed(related.entity);
    const between = through && entityNamed(through.entity);
    const narrowing = (of: AnyEntity | undefined, names: object) =>
      Object.keys(names).flatMap((name) => checkForeignField(place, of, name, 'filter'));
    return [
      ...findingIf(!other, place, `${related.entity} is no entity`),
      ...isEmptyLabel(place, 'the label', related.label),
      ...isEmptyLabel(place, 'what is said of none', related.empty),
      ...findingIf(
        localField !== 'id' && !(localField in entity.fields),
        place,
        `localField names ${localField}, which is no field`,
      ),
      ...checkForeignField(place, other, related.foreignField, 'foreignField'),
      ...narrowing(other, filter),
      ...(through
        ? [
            ...checkComparable(place, [between, through.foreignField], [entity, localField]),
            ...checkComparable(place, [between, through.takes], [other, related.foreignField]),
          ]
        : checkComparable(place, [other, related.foreignField], [entity, localField])),
      ...(through
        ? [
            ...findingIf(!between, place, `${through.entity} is no entity`),
            ...checkForeignField(place, between, through.foreignField, 'through'),
            ...narrowing(between, through.filter ?? {}),
            ...findingIf(
              between !== undefined && !(through.takes in between.fields),
              place,
              `through takes ${through.takes}, which is no field of ${through.entity}`,
            ),
          ]
        : []),
    ];
  });
