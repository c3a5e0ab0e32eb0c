import { type Fields, takesPart } from '../../config';
import type { Values } from '../calls';

/**
 * What was sent, and beside it, as they are, the fields of which it may change whether they are asked for: one that is
 * hidden by the change must not keep its value, one that appears must hold what it requires.
 */
export const withDependents = (fields: Fields, sent: Values, current: Values): Values => {
  const dependents = Object.entries(fields).filter(
    ([name, field]) =>
      !(name in sent) &&
      takesPart(field, 'edit') &&
      field.kind !== 'password' &&
      Object.keys(field.when ?? {}).some((other) => other in sent),
  );
  if (dependents.length === 0) return sent;
  const stored = Object.fromEntries(dependents.map(([name]) => [name, current[name] ?? null]));
  return withDependents(fields, { ...stored, ...sent }, current);
};
