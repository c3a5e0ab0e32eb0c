import type { Field, Fields } from '../config';

/** A place whose latitude and longitude are columns of their own. */
export interface PlaceColumns {
  /** The input-only field that holds both. */
  readonly name: string;
  readonly lat: string;
  readonly lon: string;
}

/** The places among some fields that never travel as one value. */
export const placeColumns = (fields: Fields): PlaceColumns[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { columns } = field as Field<'lngLat'>;
    if (field.kind !== 'lngLat' || !columns) return [];
    const [lat, lon] = columns;
    return [{ name, lat, lon }];
  });
