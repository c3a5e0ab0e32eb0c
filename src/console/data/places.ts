import type { Fields } from '../../config';
import { isPlace } from '../../domain/geo/place';
import { placeColumns } from '../../fields';

type Row = Readonly<Record<string, unknown>>;

/** A record with each place made of the two columns in which the server keeps it; null where one is missing. */
export const withPlaces = (fields: Fields, row: Row): Row => {
  const places = placeColumns(fields).flatMap(({ name, lat, lon }) => {
    if (!(lat in row || lon in row)) return [];
    const place = { lat: numberOf(row[lat]), lon: numberOf(row[lon]) };
    return [[name, isPlace(place) ? place : null] as const];
  });
  return { ...row, ...Object.fromEntries(places) };
};

/** Values with each place put back into its two columns; the place itself never travels. */
export const withoutPlaces = (fields: Fields, values: Row): Record<string, unknown> => {
  const split: Record<string, unknown> = { ...values };
  for (const { name, lat, lon } of placeColumns(fields)) {
    const place = split[name] as { lat?: unknown; lon?: unknown } | null | undefined;
    delete split[name];
    if (place === undefined) continue;
    split[lat] = place?.lat ?? null;
    split[lon] = place?.lon ?? null;
  }
  return split;
};

/** Messages for columns of a place as messages for the place: that is the input somebody looks at. */
export const placeMessages = (
  fields: Fields,
  messages: Readonly<Record<string, string>>,
): Record<string, string> => {
  const moved: Record<string, string> = { ...messages };
  for (const { name, lat, lon } of placeColumns(fields)) {
    const message = moved[name] ?? moved[lat] ?? moved[lon];
    delete moved[lat];
    delete moved[lon];
    if (message !== undefined) moved[name] = message;
  }
  return moved;
};

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() ? Number(value) : value;
