import type { AnyEntity } from '../../config';
import type { Label } from '../../domain/label';
import { CallError, text, type Values } from '../calls';
import { fieldsOf } from './fieldsOf';
import { understand } from './understand';

/** An empty text is nothing, as a form sends it. */
const known = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null));

const same = (one: unknown, other: unknown) => known(one) === known(other);

/**
 * Refuses to overwrite what somebody else has changed since the form was opened. Only the fields that are changed are
 * looked at: a lock that reports meanwhile is no reason.
 * @param before what the changed fields were when the form was opened; undefined from a client that does not tell
 * @throws CallError `conflict` with the fields and the row as it is now
 */
export const checkStale = (
  entity: AnyEntity,
  current: Values,
  values: Values,
  before: unknown,
): void => {
  if (typeof before !== 'object' || before === null) return;
  const fields = fieldsOf(entity);
  const stale = Object.entries(before).filter(([name, given]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || field.kind === 'password' || !(name in values)) return false;
    const understood = understand(field, given);
    return (
      'value' in understood &&
      !same(current[name], understood.value) &&
      !same(current[name], values[name])
    );
  });
  if (stale.length === 0) return;
  const why: Label = text('changedByOther');
  throw new CallError('conflict', text('stale'), {
    fields: Object.fromEntries(stale.map(([name]) => [name, why])),
    data: { current },
  });
};
