import type { Identifier, RaRecord } from 'react-admin';
import type { AnyEntity, Field } from '../../../../config';
import { eventFieldOf } from '../../../app/record';

/** Equal records of a page that are one row: open alarms of a lock of one type, that the same operator has taken. */
export interface RowGroup {
  /** Stays the same while records come and go. */
  readonly key: string;
  /** At least two. The first one is the row. */
  readonly records: readonly [RaRecord, ...RaRecord[]];
  /** True if each record has a row. */
  readonly isOpen: boolean;
}

/** Groups by the id of each of their records. */
export type RowGroups = ReadonlyMap<Identifier, RowGroup>;

/** True if the record is in the state that most have (`side.normal`), as an alarm that is not processed. */
export const isNormal = ({ side }: AnyEntity, record: RaRecord): boolean => {
  const normal = Object.entries<readonly unknown[]>((side?.normal ?? {}) as never);
  return normal.length > 0 && normal.every(([name, values]) => values.includes(record[name]));
};

/**
 * Returns what equal records have in common: title, event, and who attends to them. Undefined for a record that is not in
 * the state that most have, and for an entity without a detail panel.
 */
const groupKey = (entity: AnyEntity, record: RaRecord): string | undefined => {
  const event = eventFieldOf(entity);
  if (!event || !isNormal(entity, record)) return undefined;
  const fields: Readonly<Record<string, Partial<Field<'choice'>>>> = entity.fields;
  const attended = Object.entries(fields).flatMap(([name, field]) =>
    field.attended ? [name, field.attended.by] : [],
  );
  return JSON.stringify([entity.title, event, ...attended].map((name) => record[name] || null));
};

/** Arranges equal rows as groups, each at the place of its first record. */
export const groupRows = (
  entity: AnyEntity,
  all: readonly RaRecord[],
  openKeys: readonly string[] = [],
): { readonly rows: RaRecord[]; readonly groups: RowGroups } => {
  const byKey = new Map<string, RaRecord[]>();
  for (const [i, record] of all.entries()) {
    const key = groupKey(entity, record) ?? String(i);
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  }
  const groups = new Map<Identifier, RowGroup>();
  const rows = [...byKey].flatMap(([key, [first, ...rest]]) => {
    if (!first) return [];
    if (rest.length === 0) return [first];
    const group: RowGroup = { key, records: [first, ...rest], isOpen: openKeys.includes(key) };
    for (const { id } of group.records) groups.set(id, group);
    return group.isOpen ? group.records : [first];
  });
  return { rows, groups };
};

/**
 * Returns the records that a row stands for.
 * @param record of the row; without the others if it is newer than the list and has changed
 */
export const recordsOfRow = (
  entity: AnyEntity,
  groups: RowGroups,
  record: RaRecord,
): readonly RaRecord[] => {
  const group = groups.get(record.id);
  if (!group || group.isOpen || group.key !== groupKey(entity, record)) return [record];
  return [record, ...group.records.filter(({ id }) => id !== record.id)];
};

/** Returns the id of the row that stands for a record. */
export const rowIdOf = (groups: RowGroups, id: Identifier | undefined): Identifier | undefined => {
  const group = id === undefined ? undefined : groups.get(id);
  return group && !group.isOpen ? group.records[0].id : id;
};

/**
 * Returns a selection of rows with all records that they stand for.
 * @param before the selection until now: a record that has come since is selected with its row, not without it
 */
export const selectionOfRows = (
  groups: RowGroups,
  ids: readonly Identifier[],
  before: readonly Identifier[],
): Identifier[] => {
  const selected = new Set(ids);
  for (const { isOpen, records } of groups.values()) {
    if (isOpen) continue;
    for (const { id } of records) {
      if (selected.has(records[0].id)) selected.add(id);
      else if (before.includes(records[0].id)) selected.delete(id);
    }
  }
  return [...selected];
};
