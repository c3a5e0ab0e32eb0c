import {
  type AnyEntity,
  appearsIn,
  type Field,
  type Fields,
  type FieldUse,
  isBlank,
  type Row,
  type TimelineSource,
} from '../../config';
import type { Locale } from '../../domain/label';
import { exactName, fieldText, schemaOf } from '../../fields';

export const fieldOf = (entity: AnyEntity, name: string): Field | undefined =>
  (entity.fields as Fields)[name] as Field | undefined;

export interface NamedField {
  readonly name: string;
  readonly field: Field;
}

/** Returns the fields of these names that the entity has. */
export const namedFields = (entity: AnyEntity, names: readonly string[]): NamedField[] =>
  names.flatMap((name) => {
    const field = fieldOf(entity, name);
    return field ? [{ name, field }] : [];
  });

/** Returns the field by which the timeline of an entity names a record of its own. */
export const eventFieldOf = ({ name, timeline }: AnyEntity): string | undefined =>
  Object.values<TimelineSource>(timeline).find((source) => source.entity === name)?.title[0];

/** True if the values of a choice have tones, which show a record's state at a glance. */
export const hasTones = (field: Field): boolean =>
  Object.keys(schemaOf(field).choices?.(field).tones ?? {}).length > 0;

/** Returns the fields with tones among the columns whose value is neither blank nor one that most records have. */
export const panelStates = (
  entity: AnyEntity,
  record: Row,
  normal: NonNullable<AnyEntity['side']>['normal'] = {},
): NamedField[] =>
  namedFields(entity, entity.columns).filter(({ name, field }) => {
    const values = (normal as Readonly<Record<string, readonly unknown[]>>)[name] ?? [];
    return hasTones(field) && !isBlank(record[name]) && !values.includes(record[name]);
  });

/** Returns the fields of an entity that take part in a view, in the order of their declaration. */
export const fieldsForView = (entity: AnyEntity, view: FieldUse): NamedField[] =>
  namedFields(entity, Object.keys(entity.fields)).filter(({ field }) => appearsIn(field, view));

export const exactFilter = (entity: AnyEntity, name: string, value: unknown): Row => ({
  [exactName(entity.fields, name)]: value,
});

/** Returns the title of a record as text: the title field, else the first column with a value, else the key. */
export const recordTitle = (entity: AnyEntity, record: Row, locale: Locale): string => {
  const textOf = (name: string) => {
    const field = fieldOf(entity, name);
    return field ? fieldText(field, name, record, locale) : '';
  };
  // A record of a whole organisation has no device, so its first filled column is the title.
  const title = [entity.title, ...(entity.columns as readonly string[])].map(textOf).find(Boolean);
  return title ?? String(record.id);
};

/** Name of a record, and its title if it has one besides: the name of a lock and its SN. */
export interface RecordName {
  readonly name: string;
  readonly code?: string;
}

/** Field with the SN of a lock, in every entity that has one. */
const LOCK = 'sn';

/** Returns the name that people gave a lock; undefined for an unnamed or unknown one. */
export type LockNames = (sn: string) => string | undefined;

/** True if the title of the entity is the serial number of a lock, its own or that of a lock to which it refers. */
const isNamedByLock = (entity: AnyEntity): boolean =>
  entity.title === LOCK || fieldOf(entity, entity.title)?.of === 'device';

/** Returns the name of a record: that of its `nameField`, or of the lock that its title names, before its title. */
export const recordName = (
  entity: AnyEntity,
  record: Row,
  locale: Locale,
  lockNames: LockNames,
): RecordName => {
  const code = recordTitle(entity, record, locale);
  const field = entity.nameField && fieldOf(entity, entity.nameField);
  const ownName = field ? fieldText(field, String(entity.nameField), record, locale) : '';
  const name = ownName || (isNamedByLock(entity) ? lockNames(code) : undefined);
  return name && name !== code ? { name, code } : { name: code };
};

/** Writes name and title in one line. */
export const fullName = ({ name, code }: RecordName): string =>
  code === undefined ? name : `${name} · ${code}`;
