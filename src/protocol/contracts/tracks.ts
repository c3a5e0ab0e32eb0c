import { Type } from 'typebox';
import { MAX_OUTLINE_MINUTES } from '../../domain/track/day';
import type { TrackSums } from '../../domain/track/motion';
import {
  DEFAULT_TRACK_LIMITS,
  TRACK_VALUES,
  type TrackAnswer,
  type TrackLimits,
} from '../../domain/track/track';
import { CALL } from '../calls';
import { contract, type RequestOf } from './contract';
import { Moment, Sns } from './schemas';

const TrackRange = (limit: string) =>
  Type.Object({
    sns: Sns(DEFAULT_TRACK_LIMITS.devices),
    from: Moment('ms since 1970, inclusive'),
    to: Moment(`ms since 1970, inclusive; at most ${limit} later`),
  });

const columnJson = (description: string) => ({
  type: 'array',
  items: { type: ['number', 'null'] },
  description,
});

const Tracks = Type.Unsafe<TrackAnswer>({
  type: 'object',
  properties: {
    tracks: {
      type: 'array',
      description: 'One for each serial number, in the order asked for; columns of equal length',
      items: {
        type: 'object',
        properties: {
          sn: { type: 'string' },
          more: { type: 'boolean', description: 'Later records of the range are left out' },
          at: {
            type: 'array',
            items: { type: 'integer' },
            description: 'The first in ms since 1970, each other in ms since the one before',
          },
          lat: columnJson(
            'WGS-84 latitude in 1/10,000,000 degree since the last record that has a place',
          ),
          lon: columnJson('The same of longitude'),
          ...Object.fromEntries(
            TRACK_VALUES.map((name) => [
              name,
              columnJson('As in deviceLocationRecord, null for none'),
            ]),
          ),
        },
        required: ['sn', 'more', 'at', 'lat', 'lon', ...TRACK_VALUES],
      },
    },
  },
  required: ['tracks'],
});

export const trackLimits = contract(CALL.TRACK_LIMITS, ['Track limits', '轨迹查询限制'], {
  request: Type.Object({}),
  answer: Type.Unsafe<TrackLimits>(
    Type.Object({
      minutes: Type.Integer({ description: 'Length of the time range' }),
      devices: Type.Integer(),
      records: Type.Integer({ description: 'Of all devices together' }),
    }),
  ),
});

export const trackGet = contract(CALL.TRACK_GET, ['Tracks', '轨迹'], {
  request: TrackRange('the minutes that /track/limits answers'),
  answer: Tracks,
});

export const trackOutline = contract(CALL.TRACK_OUTLINE, ['Outlines of tracks', '轨迹概要'], {
  request: TrackRange(`${MAX_OUTLINE_MINUTES} minutes`),
  answer: Tracks,
});

export interface LockSums extends TrackSums {
  readonly sn: string;
}

const Sum = (description: string) => Type.Number({ description });

export const trackSums = contract(CALL.TRACK_SUMS, ['Sums of tracks', '轨迹汇总'], {
  request: TrackRange(`${MAX_OUTLINE_MINUTES} minutes`),
  answer: Type.Object({
    sums: Type.Array(
      Type.Unsafe<LockSums>(
        Type.Object({
          sn: Type.String(),
          metres: Sum('Distance moved, metres'),
          unreported: Sum('Distance moved while nothing was reported, metres'),
          moving: Sum('Time of the reported moves, ms'),
          standing: Sum('Time at one place, ms'),
          silent: Sum('Time of unreported moves, ms'),
        }),
      ),
      { description: 'One for each serial number, in the order asked for' },
    ),
  }),
});

export type TrackRange = RequestOf<typeof trackGet>;
