import { type Label, type Locale, textOf } from '../../domain/label';
import { type Envelope, failure } from '../../protocol';
import { CallError, text } from '../calls';
import type { HttpLog } from './HttpOptions';

const inLanguage = (fields: Readonly<Record<string, Label>>, locale: Locale) =>
  Object.fromEntries(Object.entries(fields).map(([name, label]) => [name, textOf(label, locale)]));

/** The client has gone: there is nobody to answer and nothing to mend. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** The answer to a call that failed. What nobody foresaw is told to the log, and to the user only that it happened. */
export const failureOf = (
  error: unknown,
  locale: Locale,
  log: HttpLog,
  where: string,
): Envelope<unknown> => {
  if (!(error instanceof CallError)) {
    if (!isAbort(error))
      log.error(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    return failure('fail', textOf(text('fail'), locale));
  }
  const { fields, data } = error.refused;
  const sent = { ...data, ...(fields && { fields: inLanguage(fields, locale) }) };
  return failure(error.code, textOf(error.desc, locale), fields || data ? sent : null);
};
