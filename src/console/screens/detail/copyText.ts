import type { Field } from '../../../config';
import type { Locale } from '../../../domain/label';
import { schemaOf } from '../../../fields';
import { titleIn } from '../../../fields/ref/viaOf';
import type { Row } from '../../../fields/views';

/** A field's value as the text that a copy carries: what is read, not what is stored. '' for nothing. */
export const copyText = (name: string, field: Field, record: Row, locale: Locale): string => {
  const value = record[name];
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'ref' || field.kind === 'refTree') {
    return titleIn(record, (field as Field<'ref'>).via, name) ?? String(value);
  }
  return schemaOf(field).text?.(value, field, locale) ?? String(value);
};
