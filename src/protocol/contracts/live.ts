import { Type } from 'typebox';
import type { LiveChanges } from '../../domain/live';
import type { LiveIndex, LivePart } from '../../domain/liveSnapshot';
import { CALL } from '../calls';
import { contract, says } from './contract';
import { Texts } from './schemas';

const integerJson = { type: 'integer' };
const rowsJson = { type: 'array', items: { type: 'array' } };

/**
 * Answers without `part`: the list of parts, and changes since they were read. With `part`, or for a fleet of one
 * part: `columns` with the devices.
 */
export const liveSnapshot = contract(CALL.LIVE_SNAPSHOT, ['Live view', '实时视图'], {
  request: Type.Object({
    part: Type.Optional(
      Type.String({ description: 'Id of a part; without it the parts are named' }),
    ),
  }),
  answer: Type.Unsafe<LiveIndex | LivePart>({
    type: 'object',
    properties: {
      cursor: { type: 'string', description: 'From which changes continue, for the parts as well' },
      total: { ...integerJson, description: 'Devices of all parts' },
      parts: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            count: integerJson,
            box: {
              type: ['array', 'null'],
              description:
                'West, south, east, north of its devices; null for those without a place',
              items: { type: 'number' },
            },
          },
        },
      },
      rows: {
        ...rowsJson,
        description: 'What changed since the parts were read, as /live/changes has it',
      },
      columns: {
        type: 'object',
        description: `The devices' values by name, each a list with a place per device, or in fewer bytes:
lines (texts; each line is the number of letters shared with the one before, base 36, and the rest; empty is null),
digits (numbers in base 93 with width digits: the lowest digit of every device, then the second of every device, and so
on; digits 0 to 92 are the printable ASCII characters in their order without " and \\; n is null if 0, else
(from + n) / per; with before, the value is that of the column named there, less this; with prefix, the texts are the
prefix and a number of so many places: start, plus all steps so far)`,
        additionalProperties: { type: ['array', 'object'] },
      },
    },
  }),
});

export const liveChanges = contract(CALL.LIVE_CHANGES, ['Live changes', '实时变化'], {
  request: Type.Object({
    cursor: Type.String({ description: 'Of the last answer', ...says('needed') }),
  }),
  answer: Type.Unsafe<LiveChanges>({
    type: 'object',
    properties: {
      cursor: { type: 'string' },
      rows: rowsJson,
      gone: Texts(),
      tickets: { type: 'array', items: { type: 'object' } },
      alarms: integerJson,
    },
  }),
});
