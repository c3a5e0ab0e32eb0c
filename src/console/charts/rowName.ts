import type { AnyEntity, Field } from '../../config';
import type { Locale } from '../../domain/label';
import { schemaOf } from '../../fields';
import { titleIn } from '../../fields/ref/viaOf';
import type { Row } from '../../fields/views';

/** What a record is called on an axis: its title, or its target's where the title is a reference. */
export const rowName = (entity: AnyEntity, row: Row, locale: Locale): string => {
  const name: string = entity.title;
  const field: Field & { readonly via?: string } = entity.fields[name];
  if (/^ref/.test(field.kind)) return titleIn(row, field.via, name) ?? String(row[name] ?? '');
  return schemaOf(field).text?.(row[name], field, locale) ?? String(row[name] ?? row.id);
};
