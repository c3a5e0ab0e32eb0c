import type { AnyEntity, Field, Fields, Row } from '../../config';
import { parseLatLon } from '../../domain/geo/geometry';
import type { Locale } from '../../domain/label';
import { coordinateColumns, schemaOf } from '../../fields';
import { describePosition } from '../gazetteer/placeCalls';
import type { EntityDependencies } from './dependencies';
import type { EntityRules } from './EntityRules';

/** Returns the fields that describe the place of another field, `of`, in words; `columns` if that is stored in two. */
const placeNameFields = (entity: AnyEntity) => {
  const fields = entity.fields as Fields;
  const inColumns = coordinateColumns(fields);
  return Object.entries(fields).flatMap(([name, field]) => {
    const of = schemaOf(field).names?.(field as Field);
    if (of === undefined) return [];
    return [{ name, of, columns: inColumns.find((each) => each.name === of) }];
  });
};

/** Entity of the points of interest, which their own names would describe. */
const POINTS = 'interestPoint';
const noName = () => undefined;

/** Language and organisation of the reader; the organisation decides which places are named. */
interface Reader extends Pick<EntityDependencies, 'db' | 'places'> {
  readonly locale: Locale;
  readonly orgId: number;
}

/** Fills in the fields that describe a position in words. @param rows rows from the database */
export const withPlaceNames = async <R extends Row>(
  entity: AnyEntity,
  rows: readonly R[],
  { db, places, locale, orgId }: Reader,
): Promise<readonly R[]> => {
  const fields = placeNameFields(entity);
  if (fields.length === 0 || rows.length === 0) return rows;
  const nameOf = entity.name === POINTS ? noName : await places.readFor(db, orgId);
  return rows.map((row) => {
    const words = fields.map(({ name, of, columns }) => {
      const place = parseLatLon(
        columns ? { lat: row[columns.lat], lon: row[columns.lon] } : row[of],
      );
      return [name, place ? describePosition(place, nameOf, locale) : null];
    });
    return { ...row, ...Object.fromEntries(words) };
  });
};

/** Applies the entity's `inLanguage` rule, if it has one. */
export const inReadersLanguage = (
  { inLanguage }: Pick<EntityRules, 'inLanguage'>,
  rows: readonly Row[],
  locale: Locale,
): readonly Row[] => (inLanguage ? rows.map((row) => inLanguage(row, locale)) : rows);
