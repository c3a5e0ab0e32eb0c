import type { AnyEntity } from '../../../config';
import { placeColumns } from '../../../fields';
import { fieldsIn } from '../parts/fieldsOf';

/**
 * Those of the columns in view that a file can have, a place as the two columns in which it is kept; undefined, which
 * is all there are, when none of them can.
 */
export const exportable = (
  entity: AnyEntity,
  columns: readonly string[],
): readonly string[] | undefined => {
  const known = new Set(fieldsIn(entity, 'export').map(([name]) => name));
  const places = new Map(
    placeColumns(entity.fields).map(({ name, lat, lon }) => [name, [lat, lon]]),
  );
  const shown = columns.flatMap((name) => places.get(name) ?? [name]);
  const written = shown.filter((name) => known.has(name));
  return written.length > 0 ? written : undefined;
};
