import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, set } from 'react-hook-form';
import type { AnyEntity } from '../../../config';
import { dayOf } from '../../../domain/figures';
import { labelMessage } from '../../../fields';
import { brokenRules } from '../../../fields/formulas';
import { recordSchema } from '../../../fields/recordSchema';
import type { Values } from '../../../fields/views/form';
import { splitCoordinates } from '../../data';

// A file of its own, because only forms need its libraries.

/** Returns the validation by the server's schema. */
export const rulesOf = (...schema: Parameters<typeof recordSchema>) =>
  yupResolver(recordSchema(...schema) as never) as unknown as Resolver<Values>;

/** Returns the errors of inputs by the rules that involve several fields. */
export const checked = (entity: AnyEntity, values: Values, names: ReadonlySet<string>) => {
  const now = Date.now();
  const record = { ...values, ...splitCoordinates(entity.fields, values) };
  const problems = brokenRules(entity, record, { days: [dayOf(now)], now });
  const errors = {};
  for (const [path, label] of Object.entries(problems)) {
    // The path of a value of a line begins with the name of the input.
    const [name = ''] = path.split('.');
    if (names.has(name)) set(errors, path, { type: 'check', message: labelMessage(label) });
  }
  return errors;
};
