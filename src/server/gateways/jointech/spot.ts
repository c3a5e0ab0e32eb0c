/** Parses decimal degrees, or packed degrees and minutes of newer firmware, which have four digits before the point. */
export const parseDegrees = (text: string, letter: string, max: number): number | undefined => {
  if (!/^\d{1,5}(\.\d{1,8})?$/.test(text) || !/^[NSEW]$/.test(letter)) return undefined;
  const [whole = ''] = text.split('.');
  const value = Number(text);
  const isPacked = value > max || whole.length > (max === 90 ? 3 : 4);
  const minutes = value % 100;
  if (isPacked && minutes >= 60) return undefined;
  const degrees = isPacked ? Math.floor(value / 100) + minutes / 60 : value;
  if (degrees > max) return undefined;
  const rounded = Math.round(degrees * 1e6) / 1e6;
  return rounded !== 0 && /[SW]/.test(letter) ? -rounded : rounded;
};

export interface Spot {
  readonly ts: number | undefined;
  readonly lat: number | undefined;
  readonly lon: number | undefined;
  readonly isValid: boolean;
  readonly speed: number;
  readonly course: number;
}

/** Returns the position fields of a report. */
export const placeOf = ({ lat, lon, isValid, speed, course }: Spot) => {
  const isZero = !lat && !lon;
  if (!isValid || isZero) return { position_status: isZero ? (2 as const) : (1 as const) };
  return {
    position_status: 0 as const,
    lat,
    lon,
    ...(speed >= 0 && speed <= 1200 && { speed }),
    ...(course >= 0 && course <= 360 && { course }),
  };
};

export const spotError = ({
  ts,
  lat,
  lon,
}: Pick<Spot, 'ts' | 'lat' | 'lon'>): string | undefined => {
  if (ts === undefined) return 'its date is none';
  return lat === undefined || lon === undefined ? 'its place is none' : undefined;
};
