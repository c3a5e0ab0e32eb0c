import { type Field, isBlank, type Row } from '../config';
import { ruleOf } from './recordSchema';
import { isSecret } from './schemas';
import { type LockSetting, maskSecrets } from './settings';

/** Some locks write every number as text. */
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;

/** A list that a command cannot leave empty can be empty on the lock. */
const isValid = (field: Field, value: unknown): boolean =>
  isSecret(field) ||
  (Array.isArray(value) && value.length === 0) ||
  ruleOf(field).isValidSync(value, { strict: true });

/**
 * What a lock says of a setting, judged by the arguments that it is told by; undefined where it is none. Secrets are
 * not kept, and not judged: a lock may say `true` for one that is set.
 */
export const parseReportedSetting = ({ fields }: LockSetting, said: unknown): Row | undefined => {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return undefined;
  const values: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(fields)) {
    const field = declared as Field;
    const given = Object.hasOwn(said, name) ? (said as Row)[name] : undefined;
    if (isBlank(given)) {
      if (field.required && !isSecret(field)) return undefined;
      continue;
    }
    const value = isValid(field, given) ? given : asNumber(given);
    if (!isValid(field, value)) return undefined;
    values[name] = value;
  }
  return maskSecrets(fields, values);
};
