import type { Console } from '../../config';
import { type Label, locales, textOf } from '../../domain/label';
import { rule } from '../../fields';
import { BadReference, BadValue, InUse, Taken } from '../db';
import { CallError, invalid, ruleLabel, text } from '../endpoint';

/** What the store refuses, in words for the user; any other error as it is. */
export const refusalOf = (error: unknown, config: Console): unknown => {
  if (error instanceof Taken) return invalid({ [error.field]: ruleLabel(rule('unique')) });
  if (error instanceof BadReference) {
    return invalid({ [error.field]: ruleLabel(rule('reference')) });
  }
  if (error instanceof BadValue) {
    const why = text('outOfRange');
    return error.field ? invalid({ [error.field]: why }) : new CallError('invalid', why);
  }
  if (error instanceof InUse) {
    return new CallError('conflict', text('inUse', { by: usersOf(error, config) }));
  }
  return isDataException(error) ? new CallError('invalid', text('outOfRange')) : error;
};

const usersOf = ({ by }: InUse, { entities }: Console): readonly string[] =>
  locales.map((locale) =>
    by
      .map(({ entity, count }) => {
        const label: Label = entities.find(({ name }) => name === entity)?.label ?? [
          entity,
          entity,
        ];
        return count > 0 ? `${textOf(label, locale)} (${count})` : textOf(label, locale);
      })
      .join(', '),
  );

/** SQLSTATE class 22: a value to look for that its column could never hold, such as 31 February. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code));
