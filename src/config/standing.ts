import type { Label } from '../domain/label';
import type { AnyEntity } from './console';
import { type Fields, isBlank, type Row } from './field';
import { type Operation, unmetConditions } from './operation';

/** Reason shown where only an organisation above may make the change. */
export const superiorOnlyMessage: Label = [
  'Only an organisation above this one may change it',
  '仅上级机构可修改此项',
];

/** The caller who wants to change a record. `hasSuperior` is true if an organisation is above the caller's. */
export interface ReaderContext {
  readonly operId: unknown;
  readonly orgId: unknown;
  readonly hasSuperior: boolean;
}

/**
 * True if the caller may not set values reserved for a superior organisation: the record belongs to the caller's own
 * organisation, or would after this change. A caller who sees a record of another organisation is above it.
 * @param current the stored record; undefined for a new one
 * @param values the form's values, or the changes
 */
export const isReservedForSuperior = (
  { scope }: Pick<AnyEntity, 'scope'>,
  { current, values }: { readonly current?: Row; readonly values: Row },
  { orgId, hasSuperior }: Omit<ReaderContext, 'operId'>,
): boolean => {
  if (!hasSuperior) return false;
  if (scope === 'id') return current !== undefined && same(current.id, orgId);
  const orgs = [...(current ? [current[scope]] : []), { ...current, ...values }[scope]];
  return orgs.some((org) => isBlank(org) || same(org, orgId));
};

/** Returns the fields and actions reserved for a superior organisation in an entity whose records have none. */
export const entriesWithoutOrganisation = ({ scope, fields, actions }: AnyEntity): string[] => {
  if (scope === 'id' || scope in fields) return [];
  const reserved = Object.entries(fields as Fields).filter(([, { changedBy }]) => changedBy);
  const done = Object.entries(actions as Readonly<Record<string, Operation>>).filter(
    ([, { doneBy }]) => doneBy,
  );
  return [...reserved, ...done].map(([each]) => each);
};

/** Returns the fields whose conditions block the operation for this record and caller. */
export const failedConditions = (
  { when, anotherThan }: Pick<Operation, 'when' | 'anotherThan'>,
  record: Row,
  { operId }: Pick<ReaderContext, 'operId'>,
): string[] => {
  const fields = unmetConditions(when, record);
  const isOwn = anotherThan !== undefined && same(record[anotherThan], operId);
  return isOwn ? [anotherThan, ...fields] : fields;
};

const same = (one: unknown, other: unknown) => String(one) === String(other);
