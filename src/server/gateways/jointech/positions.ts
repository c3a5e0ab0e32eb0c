import type { LockReport } from '../../../domain/lock';
import { parseBcdTime } from '../bcdTime';
import { isoOf } from './frames';
import { parseDegrees, placeOf, type Spot, spotError } from './spot';
import type { TextEvent } from './textFrames';

export interface Position extends Spot {
  readonly battery?: number;
}

export const positionByTime = (args: readonly string[]): Position => {
  const [date = '', time = '', fixed, lat = '', ns = '', lon = '', ew = ''] = args;
  return {
    ts: parseBcdTime(date + time, 'ddmmyy'),
    isValid: fixed === 'T' || fixed === 'A',
    lat: parseDegrees(lat, ns, 90),
    lon: parseDegrees(lon, ew, 180),
    speed: Number(args[7]),
    course: Number(args[8]),
    ...(/^\d+%$/.test(args[10] ?? '') && { battery: Number(args[10]?.slice(0, -1)) }),
  };
};

export const positionByPlace = (args: readonly string[]): Position => {
  const [lon = '', ew = '', lat = '', ns = '', fixed = '', date = '', time = '', ...rest] = args;
  return positionByTime([date, time, fixed, lat, ns, lon, ew, ...rest]);
};

/** Decodes a text position of a JT600. */
export const decodePosition = ({ battery, ...place }: Position): TextEvent => {
  const rejected = spotError(place);
  const content = { kind: 'position', time: isoOf(place.ts), ...place, battery };
  const report: LockReport = {
    ts: place.ts ?? Number.NaN,
    report_reson: 0,
    ...placeOf(place),
    ...(battery !== undefined && battery <= 100 && { electric: battery }),
  };
  return { reports: rejected === undefined ? [report] : [], content, rejected };
};
