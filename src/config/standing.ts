import type { Label } from '../domain/label';
import type { AnyEntity } from './console';
import { type Fields, isBlank, type Row } from './field';
import { type Operation, unmetConditions } from './operation';

/** Why what only an organisation above may set is refused, or greyed. */
export const superiorOnlyMessage: Label = [
  'Only an organisation above this one may change it',
  '仅上级机构可修改此项',
];

/** Who wants to change a record: they, their organisation, and whether there is one above it. */
export interface ReaderContext {
  readonly operId: unknown;
  readonly orgId: unknown;
  readonly hasSuperior: boolean;
}

/**
 * Whether what only an organisation above may set of a record is out of somebody's reach: it belongs to their own
 * organisation, or would with this change. Whoever sees a record of another organisation stands above it.
 * @param current the record as it is; undefined for a new one
 * @param values what a form holds, or what changes
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

/** The fields and actions that ask for an organisation which the entity's records do not tell. */
export const entriesWithoutOrganisation = ({ scope, fields, actions }: AnyEntity): string[] => {
  if (scope === 'id' || scope in fields) return [];
  const reserved = Object.entries(fields as Fields).filter(([, { changedBy }]) => changedBy);
  const done = Object.entries(actions as Readonly<Record<string, Operation>>).filter(
    ([, { doneBy }]) => doneBy,
  );
  return [...reserved, ...done].map(([each]) => each);
};

/** The fields of a record that keep something from being done with it, by whoever it is; empty when nothing does. */
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
