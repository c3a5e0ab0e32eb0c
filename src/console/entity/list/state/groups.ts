import type { Identifier, RaRecord } from 'react-admin';
import { type AnyEntity, type Field, isBlank } from '../../../../config';
import { eventFieldOf } from '../../../app/record';

/** Equal records of a page that are one row: open alarms of a lock of one type, that the same operator has taken. */
export interface RowGroup<R extends RaRecord = RaRecord> {
  /** Stays the same while records come and go. */
  readonly key: string;
  /** At least two. The first one is the row. */
  readonly records: readonly [R, ...R[]];
  /** True if each record has a row. */
  readonly isOpen: boolean;
  /** True if other pages may have more of them. */
  readonly isPartial: boolean;
}

/** Groups by the id of each of their records. */
export type RowGroups<R extends RaRecord = RaRecord> = ReadonlyMap<Identifier, RowGroup<R>>;

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
  const names = [entity.title, event, ...attendedFields(entity).flat()];
  return JSON.stringify(names.map((name) => record[name] || null));
};

/** Returns each attended field, with the field that says who attends. */
const attendedFields = (entity: AnyEntity) => {
  const fields: Readonly<Record<string, Partial<Field<'choice'>>>> = entity.fields;
  return Object.entries(fields).flatMap(([name, { attended }]) =>
    attended ? [[name, attended.by] as const] : [],
  );
};

/** Ends of a page beyond which the list goes on. */
export interface PageEdges {
  readonly first: boolean;
  readonly last: boolean;
  /** True if the list has not taken before taken, then one severity after the other. */
  readonly byUrgency: boolean;
}

const ONLY_PAGE: PageEdges = { first: false, last: false, byUrgency: false };

/** Returns a test of whether the list may have records equal to one of a page on other pages. */
const crossesEdge = (
  entity: AnyEntity,
  rows: readonly RaRecord[],
  { first, last, byUrgency }: PageEdges,
) => {
  const fields = byUrgency ? attendedFields(entity) : [];
  const edges = [first && rows[0], last && rows.at(-1)].filter((row) => !!row);
  return (record: RaRecord): boolean =>
    edges.some((edge) =>
      fields.every(
        ([name, by]) => edge[name] === record[name] && isBlank(edge[by]) === isBlank(record[by]),
      ),
    );
};

/**
 * Arranges equal rows as groups, each at the place of its first record.
 * @param before the same records as they were when their rows began to keep their places
 */
export const groupRows = <R extends RaRecord>(
  entity: AnyEntity,
  all: readonly R[],
  openKeys: readonly string[] = [],
  before: readonly R[] = all,
  edges = ONLY_PAGE,
): { readonly rows: R[]; readonly groups: RowGroups<R> } => {
  const isPartial = crossesEdge(entity, before, edges);
  const byKey = new Map<string, R[]>();
  const beforeById = new Map(before.map((record) => [record.id, record]));
  for (const [i, record] of all.entries()) {
    const key = groupKey(entity, beforeById.get(record.id) ?? record) ?? String(i);
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  }
  const groups = new Map<Identifier, RowGroup<R>>();
  const rows = [...byKey].flatMap(([key, [first, ...rest]]): readonly R[] => {
    if (!first) return [];
    if (rest.length === 0) return [first];
    const group: RowGroup<R> = {
      key,
      records: [first, ...rest],
      isOpen: openKeys.includes(key),
      isPartial: isPartial(beforeById.get(first.id) ?? first),
    };
    for (const { id } of group.records) groups.set(id, group);
    return group.isOpen ? group.records : [first];
  });
  return { rows, groups };
};

/**
 * Returns the records that a row stands for.
 * @param record of the row; without those that differ from it, because one of them has changed since they were grouped
 */
export const recordsOfRow = (
  entity: AnyEntity,
  group: RowGroup | undefined,
  record: RaRecord,
): readonly RaRecord[] => {
  if (!group || group.isOpen) return [record];
  const key = groupKey(entity, record);
  const equalRecords = group.records.filter(
    (other) => other.id !== record.id && groupKey(entity, other) === key,
  );
  return [record, ...equalRecords];
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
