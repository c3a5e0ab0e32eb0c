import type { AnyField, Field } from '../../../config';
import type { Locale } from '../../../domain/label';
import { schemaOf } from '../../../fields';
import { text } from '../../calls';
import type { ReadCell } from '../../spreadsheet';
import type { Understood } from '../understand';

/** A date cell holds a wall clock time; midnight is written as the day alone. */
const dateText = (date: Date): string => {
  const [day, time] = date.toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? String(day) : `${day} ${time}`;
};

const textOfCell = (cell: Exclude<ReadCell, null>): string =>
  cell instanceof Date ? dateText(cell) : String(cell).trim();

const isText = (field: AnyField): boolean =>
  /^(text|varchar)/.test(schemaOf(field).sql(field as Field));

/** A cell's value for a field; of a reference, the title it names. */
export const readCell = (field: AnyField, cell: ReadCell, locale: Locale): Understood => {
  if (cell === null || cell === '') return { value: null };
  // A spreadsheet keeps 15 digits of a number: the rest of an ICCID is gone.
  if (typeof cell === 'number' && isText(field) && !Number.isSafeInteger(cell)) {
    return Number.isInteger(cell) ? { wrong: text('numberForText') } : { value: String(cell) };
  }
  const { parse } = schemaOf(field);
  const content = textOfCell(cell);
  const value = parse ? parse(content, field as Field, locale) : content;
  return value === undefined ? { wrong: text('unreadable') } : { value };
};
