import type { AnyEntity } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { type Caller, type FileAnswer, text } from '../../calls';
import { withItems } from '../../dictionaries';
import { openWorkbook } from '../../spreadsheet';
import type { EntityRoom } from '../EntityRoom';
import { temporaryFile } from '../temporaryFile';
import { allowedValues } from './allowedValues';
import { importFields } from './importColumns';

/** The empty spreadsheet of an import: its header, and a second sheet that says what each column takes. */
export const templateFile = async (
  entity: AnyEntity,
  room: EntityRoom,
  caller: Caller,
  locale: Locale,
): Promise<FileAnswer> => {
  const say = (name: Parameters<typeof text>[0]) => textOf(text(name), locale);
  const fields = importFields(entity);
  const asked = await withItems(
    room.db,
    fields.map(([, field]) => field),
  );
  const help: string[][] = [];
  for (const field of asked) {
    const needed = field.required ? say('needed') : '';
    const allowed = await allowedValues(room, caller, field, locale);
    help.push([textOf(field.label, locale), needed, allowed]);
  }
  return temporaryFile(`${textOf(entity.label, locale)}.xlsx`, async (path) => {
    const book = await openWorkbook(path);
    try {
      await book.sheet(
        say('templateData'),
        fields.map(([, { label }]) => ({ header: textOf(label, locale), width: 20 })),
      );
      await book.sheet(say('templateHelp'), [
        { header: say('column'), width: 24 },
        { header: say('needed'), width: 12 },
        { header: say('allowed'), width: 80 },
      ]);
      await book.rows(help);
    } finally {
      await book.close();
    }
  });
};
