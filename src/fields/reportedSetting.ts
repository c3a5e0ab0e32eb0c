import { type Field, isBlank, type Row } from '../config';
import { ruleOf } from './recordSchema';
import { isSecret } from './schemas';
import { type LockSetting, maskSecrets } from './settings';

/** Some locks send every number as text. */
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;

/** A list may be empty on the lock even if its command does not allow that. */
const isValid = (field: Field, value: unknown): boolean =>
  isSecret(field) ||
  (Array.isArray(value) && value.length === 0) ||
  ruleOf(field).isValidSync(value, { strict: true });

/**
 * Validates a setting that a lock reported against the arguments of its command; undefined if invalid. Secrets are
 * neither stored nor validated: a lock may report `true` for one that is set.
 */
export const parseReportedSetting = (
  { fields }: LockSetting,
  reported: unknown,
): Row | undefined => {
  if (typeof reported !== 'object' || reported === null || Array.isArray(reported))
    return undefined;
  const values: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(fields)) {
    const field = declared as Field;
    const rawValue = Object.hasOwn(reported, name) ? (reported as Row)[name] : undefined;
    if (isBlank(rawValue)) {
      if (field.required && !isSecret(field)) return undefined;
      continue;
    }
    const value = isValid(field, rawValue) ? rawValue : asNumber(rawValue);
    if (!isValid(field, value)) return undefined;
    values[name] = value;
  }
  return maskSecrets(fields, values);
};
