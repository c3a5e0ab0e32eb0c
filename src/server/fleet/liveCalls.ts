import { rule } from '../../fields';
import { CALL } from '../../protocol';
import {
  CallError,
  invalidInput,
  type JsonSchema,
  ruleLabel,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import { ExpiredCursor, type Fleet, UnknownPart } from '.';

const integer: JsonSchema = { type: 'integer' };
const rows: JsonSchema = { type: 'array', items: { type: 'array' } };

/**
 * Schema of snapshots. Without `part`: the list of parts, and changes since they were read. With `part`, or for a
 * fleet of one part: `columns` with the devices.
 */
const snapshotJson: JsonSchema = {
  type: 'object',
  properties: {
    cursor: { type: 'string', description: 'From which changes continue, for the parts as well' },
    total: { ...integer, description: 'Devices of all parts' },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          count: integer,
          box: {
            type: ['array', 'null'],
            description: 'West, south, east, north of its devices; null for those without a place',
            items: { type: 'number' },
          },
        },
      },
    },
    rows: {
      ...rows,
      description: 'What changed since the parts were read, as /live/changes has it',
    },
    columns: {
      type: 'object',
      description: `The devices' values by name, each a list with a place per device, or in fewer bytes:
lines (texts; each line is the number of letters shared with the one before, base 36, and the rest; empty is null),
offsets (value = (from + offset) / per), by (value = the value of the column named by before, less this)`,
      additionalProperties: { type: ['array', 'object'] },
    },
  },
};

/** Endpoints of the live view: a snapshot of the fleet, then its changes. */
export const liveCalls = ({ fleet }: { readonly fleet: Fleet }): readonly SignedInEndpoint[] => [
  {
    path: CALL.LIVE_SNAPSHOT,
    label: ['Live view', '实时视图'],
    code: 'live:snapshot',
    kind: 'list',
    access: 'granted',
    changes: false,
    request: {
      type: 'object',
      properties: {
        part: { type: 'string', description: 'Id of a part; without it the parts are named' },
      },
    },
    answer: snapshotJson,
    work: async ({ body: { part } }, { oper }) => {
      const scope = { orgId: oper.org_id };
      if (part === undefined) return fleet.snapshots.index(scope);
      try {
        return await fleet.snapshots.part(scope, String(part));
      } catch (error) {
        if (error instanceof UnknownPart) throw new CallError('expired', serverLabel('cursor'));
        throw error;
      }
    },
  },
  {
    path: CALL.LIVE_CHANGES,
    label: ['Live changes', '实时变化'],
    code: 'live:changes',
    kind: 'list',
    access: 'granted',
    changes: false,
    isLongPoll: true,
    request: {
      type: 'object',
      properties: { cursor: { type: 'string', description: 'Of the last answer' } },
      required: ['cursor'],
    },
    answer: {
      type: 'object',
      properties: {
        cursor: { type: 'string' },
        rows,
        gone: { type: 'array', items: { type: 'string' } },
        tickets: { type: 'array', items: { type: 'object' } },
        alarms: { type: 'integer' },
      },
    },
    work: async ({ body: { cursor }, signal }, { oper }) => {
      if (typeof cursor !== 'string') throw invalidInput({ cursor: ruleLabel(rule('required')) });
      try {
        return await fleet.changes(cursor, { orgId: oper.org_id }, signal);
      } catch (error) {
        if (error instanceof ExpiredCursor) throw new CallError('expired', serverLabel('cursor'));
        throw error;
      }
    },
  },
];
