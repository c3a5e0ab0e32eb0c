import type { AnyField } from '../../../config';
import type { Choices } from '../../../domain/choices';
import { type Label, type Locale, textOf } from '../../../domain/label';
import type { Scope } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import { isRef } from '../fieldsOf';

/** More names than this nobody looks through. */
const NAMED = 50;

const forms: Readonly<Record<string, Label>> = {
  boolean: ['Yes, No', '是、否'],
  date: ['yyyy-MM-dd', 'yyyy-MM-dd'],
  datetime: ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
};

const titlesOf = async ({ config, tables }: EntityRoom, scope: Scope, of: string) => {
  const target = config.entities.find(({ name }) => name === of);
  const answer = await tables.get(of)?.list({ page: 1, pageSize: NAMED, filters: {} }, scope);
  const titles = (answer?.list ?? []).map((row) => String(row[String(target?.title)] ?? ''));
  return answer && answer.total > NAMED ? [...titles, '…'] : titles;
};

/** What may stand in a column of the spreadsheet, in words. */
export const allowedValues = async (
  room: EntityRoom,
  scope: Scope,
  field: AnyField,
  locale: Locale,
): Promise<string> => {
  if (isRef(field)) return (await titlesOf(room, scope, String(field.of))).join(', ');
  if (Array.isArray(field.of)) {
    return (field.of as Choices).map(([, ...label]) => textOf(label, locale)).join(', ');
  }
  const { message } = field as { readonly message?: Label };
  const said = forms[field.kind as string] ?? field.help ?? message;
  return said ? textOf(said, locale) : '';
};
