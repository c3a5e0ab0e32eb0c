import type { AnyField } from '../../../config';
import type { Choices } from '../../../domain/choices';
import { type Label, type Locale, textOf } from '../../../domain/label';
import type { Caller } from '../../calls';
import type { EntityRoom } from '../EntityRoom';
import { isRef } from '../fieldsOf';
import { reachOf } from '../scopeOf';

/** More names than this nobody looks through. */
const NAMED = 50;

const forms: Readonly<Record<string, Label>> = {
  boolean: ['Yes, No', '是、否'],
  date: ['yyyy-MM-dd', 'yyyy-MM-dd'],
  datetime: ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
};

const titlesOf = async (room: EntityRoom, caller: Caller, of: string): Promise<string[]> => {
  const target = room.config.entities.find(({ name }) => name === of);
  const table = room.tables.get(of);
  if (!target || !table) return [];
  const query = { page: 1, pageSize: NAMED, filters: {} };
  const { list, total } = await table.list(query, reachOf(target, room, caller));
  const titles = list.map((row) => String(row[target.title] ?? ''));
  return total > NAMED ? [...titles, '…'] : titles;
};

/** What may stand in a column of the spreadsheet, in words. */
export const allowedValues = async (
  room: EntityRoom,
  caller: Caller,
  field: AnyField,
  locale: Locale,
): Promise<string> => {
  if (isRef(field)) return (await titlesOf(room, caller, String(field.of))).join(', ');
  if (Array.isArray(field.of)) {
    return (field.of as Choices).map(([, ...label]) => textOf(label, locale)).join(', ');
  }
  const { message } = field as { readonly message?: Label };
  const said = forms[field.kind as string] ?? field.help ?? message;
  return said ? textOf(said, locale) : '';
};
