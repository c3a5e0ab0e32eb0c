import type { AnyField } from '../config';
import type { FieldSchema } from './FieldSchema';

const found = import.meta.glob<{ schema: FieldSchema }>('./*/schema.ts', { eager: true });

/** Every field kind by name; a new kind is a new folder. */
const schemas = new Map(
  Object.entries(found).map(([path, { schema }]) => [path.split('/')[1] as string, schema]),
);

/** The names of all kinds. */
export const kinds: readonly string[] = [...schemas.keys()];

/**
 * The shared half of a field's kind.
 * @throws Error for a kind that has no folder
 */
export const schemaOf = (field: AnyField): FieldSchema => {
  const schema = schemas.get(field.kind);
  if (!schema) throw new Error(`There is no field kind ${String(field.kind)}`);
  return schema;
};
