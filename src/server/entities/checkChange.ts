import type { AnyEntity, Fields } from '../../config';
import type { Label } from '../../domain/label';
import { invalid, text, type Values } from '../calls';
import { fieldsOf } from './fieldsOf';

/** Rules of the entity that need more than one field. */
export const checkRecord = (entity: AnyEntity, record: Values): void => {
  const found: Readonly<Record<string, Label | undefined>> = entity.check?.(record as never) ?? {};
  const wrong = Object.entries(found).filter((entry): entry is [string, Label] => !!entry[1]);
  // An input that never travels may be what is wrong, too.
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong), entity.fields as Fields);
};

/** What of the values given is a change; a field that is fixed must not be among it. */
export const changesOf = (entity: AnyEntity, current: Values, given: Values): Values => {
  const fields = fieldsOf(entity);
  const changes = Object.entries(given).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(current[name] ?? null),
  );
  const fixed = changes.filter(([name]) => fields[name]?.fixed);
  if (fixed.length > 0) {
    throw invalid(Object.fromEntries(fixed.map(([name]) => [name, text('fixed')])), fields);
  }
  // An empty password means that the old one stays.
  return Object.fromEntries(
    changes.filter(([name, value]) => fields[name]?.kind !== 'password' || value !== null),
  );
};
