import type { AnyField, Field } from '../../../config';
import type { Locale } from '../../../domain/label';
import { schemaOf } from '../../../fields';
import { viaOf } from '../../../fields/ref/viaOf';
import { titlesOf } from '../../../fields/refs/titlesOf';
import type { Cell } from '../../spreadsheet';
import type { Row } from '../../store';
import { isRef, isRefList } from '../fieldsOf';

/** A value as a person reads it. Plain numbers stay numbers, so that a spreadsheet can add them up. */
export const cellOf = (row: Row, name: string, field: AnyField, locale: Locale): Cell => {
  if (isRefList(field)) return [row[titlesOf(name)] ?? []].flat().join(', ');
  if (isRef(field)) {
    const title = row[viaOf((field as { readonly via?: string }).via, name)];
    return title === null || title === undefined ? null : String(title);
  }
  const value = row[name];
  if (value === null || value === undefined) return null;
  const { text } = schemaOf(field);
  if (text) return text(value, field as Field, locale);
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
