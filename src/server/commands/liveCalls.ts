import { rule } from '../../fields';
import { CALL } from '../../protocol';
import { CallError, invalid, type JsonSchema, ruleLabel, type SignedInCall, text } from '../calls';
import { ExpiredCursor } from '../fleet';
import type { CommandRoom } from './commandCalls';

const rows: JsonSchema = { type: 'array', items: { type: 'array' } };
const strings: JsonSchema = { type: 'array', items: { type: 'string' } };

/** The whole fleet once, then what changes. */
export const liveCalls = ({ fleet }: Pick<CommandRoom, 'fleet'>): readonly SignedInCall[] => [
  {
    path: CALL.LIVE_SNAPSHOT,
    label: ['Live view', '实时视图'],
    code: 'live:snapshot',
    kind: 'list',
    access: 'granted',
    changes: false,
    request: { type: 'object' },
    answer: { type: 'object', properties: { cursor: { type: 'string' }, rows } },
    work: (_, { oper }) => fleet.snapshot({ orgId: oper.org_id }),
  },
  {
    path: CALL.LIVE_CHANGES,
    label: ['Live changes', '实时变化'],
    code: 'live:changes',
    kind: 'list',
    access: 'granted',
    changes: false,
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
        gone: strings,
        tickets: { type: 'array', items: { type: 'object' } },
      },
    },
    work: async ({ body: { cursor }, signal }, { oper }) => {
      if (typeof cursor !== 'string') throw invalid({ cursor: ruleLabel(rule('required')) });
      try {
        return await fleet.changes(cursor, { orgId: oper.org_id }, signal);
      } catch (error) {
        if (error instanceof ExpiredCursor) throw new CallError('expired', text('cursor'));
        throw error;
      }
    },
  },
];
