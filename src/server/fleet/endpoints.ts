import type { Command, Console, Fields } from '../../config';
import { isSecret, rule } from '../../fields';
import { CALL, commandPath } from '../../protocol';
import { type LoginKey, TICKETS, ticketPath } from '../auth';
import type { Database } from '../db';
import {
  type CallContext,
  CallError,
  type Caller,
  invalid,
  type JsonSchema,
  ruleLabel,
  type SignedInEndpoint,
  text,
  type Values,
} from '../endpoint';
import { formJson, idsIn, idsOf, valuesOf } from '../entities';
import type { Uploads } from '../uploads';
import { type Calling, type CommandAnswer, ExpiredCursor, type Fleet, UnknownPart } from '.';

/** What the calls of this room share. */
export interface CommandDependencies {
  readonly config: Console;
  readonly fleet: Fleet;
  readonly db: Database;
  /** Judges the files among the arguments. */
  readonly uploads: Uploads;
  /** Opens the passwords among the arguments. */
  readonly key: LoginKey;
  /** Address of the server's files, for a client that reached it at an origin. */
  readonly filesUrl: (origin: string) => string;
}

/** Longer texts are no serial numbers. */
const SN_LENGTH = 64;

/** The serial numbers that a call names, each once. @throws CallError `invalid` */
export const snsOf = ({ sns }: Values, max: number): string[] => {
  const given: readonly unknown[] = Array.isArray(sns) ? sns : [];
  const isSn = (sn: unknown) => typeof sn === 'string' && sn !== '' && sn.length <= SN_LENGTH;
  if (given.length === 0) throw invalid({ sns: text('noDevice') });
  if (given.length > max) throw invalid({ sns: text('sns', { max }) });
  if (!given.every(isSn)) throw invalid({ sns: text('notSns') });
  return [...new Set(given as readonly string[])];
};

/** Who sends commands by a call. */
const callingOf = (
  { filesUrl }: CommandDependencies,
  { locale, origin }: CallContext,
  { oper: { id, operName, org_id } }: Caller,
): Calling => ({ oper: { id, operName, org_id }, locale, filesUrl: filesUrl(origin) });

/** The locks that a command was sent to, or refused for; those that are not there for the caller are none. */
const snsIn = (answer: Partial<CommandAnswer> | null): string[] => {
  const { tickets = [], refused = [] } = answer ?? {};
  return [...tickets, ...refused.filter(({ code }) => code !== 'notFound')].map(({ sn }) => sn);
};

/** An answer where nothing was sent is a refusal, with the first lock's reason. */
const unlessAllRefused = (answer: CommandAnswer): CommandAnswer => {
  const [first] = answer.refused;
  if (answer.tickets.length > 0 || !first) return answer;
  throw new CallError(first.code, [first.desc, first.desc], { data: { refused: answer.refused } });
};

const commandCall = (
  entity: string,
  code: string,
  command: Command,
  room: CommandDependencies,
): SignedInEndpoint => {
  const { fleet, key } = room;
  const args: Fields = command.args;
  const form = formJson(Object.entries(args));
  return {
    path: commandPath(code),
    label: command.label,
    code: `${entity}:${code}`,
    kind: 'command',
    access: 'granted',
    changes: true,
    entity,
    fields: args,
    records: (_, data) => ({ sns: snsIn(data as Partial<CommandAnswer> | null) }),
    secrets: Object.keys(args).filter((name) => isSecret(args[name])),
    request: {
      ...form,
      properties: {
        sns: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: command.max },
        ...(form.properties as Values),
      },
      required: ['sns', ...(form.required as string[])],
    },
    answer: ticketsJson,
    work: async (context, caller) => {
      const { sns, ...given } = context.body;
      const targets = snsOf({ sns }, command.max);
      const values = await valuesOf(args, 'create', given, key);
      const form = { fields: args, values, calls: [commandPath(code)] };
      await room.uploads.judge(room.db, form, caller);
      const calling = callingOf(room, context, caller);
      return fleet.command({ code, sns: targets, args: values, ...calling }, (work) =>
        context.change(async (db) => unlessAllRefused(await work(db))),
      );
    },
  };
};

/** A call per command; one that several entities declare is the first one's. */
export const commandCalls = (room: CommandDependencies): readonly SignedInEndpoint[] => {
  const calls = room.config.entities.flatMap((entity) =>
    Object.entries(entity.commands as Record<string, Command>).map(([code, command]) =>
      commandCall(entity.name, code, command, room),
    ),
  );
  return calls.filter(({ path }, i) => calls.findIndex((other) => other.path === path) === i);
};

const request: JsonSchema = {
  type: 'object',
  properties: { ids: { type: 'array', items: { type: 'integer' } } },
  required: ['ids'],
};

const ticketCall = (
  verb: string,
  call: Pick<SignedInEndpoint, 'label' | 'answer' | 'work'>,
): SignedInEndpoint => ({
  path: ticketPath(verb),
  code: `${TICKETS}:${verb}`,
  kind: verb,
  access: 'granted',
  changes: true,
  entity: TICKETS,
  records: (body) => idsIn(body.ids),
  request,
  ...call,
});

const answerOf = (cancelled: number) => {
  if (cancelled > 0) return { cancelled };
  throw new CallError('conflict', text('nothingWaiting'));
};

/** Ending commands that wait, and sending finished ones again. */
export const ticketCalls = (room: CommandDependencies): readonly SignedInEndpoint[] => [
  ticketCall('cancel', {
    label: ['Cancel commands', '取消指令'],
    answer: { type: 'object', properties: { cancelled: { type: 'integer' } } },
    work: async ({ body, change }, { oper }) => {
      const ids = idsOf('ids', body.ids);
      const cancelled = await room.fleet.cancel(ids, { orgId: oper.org_id }, async (work) => {
        const answer = await change(async (db) => answerOf(await work(db)));
        return answer.cancelled;
      });
      return { cancelled };
    },
  }),
  ticketCall('resend', {
    label: ['Send commands again', '重新发送指令'],
    answer: ticketsJson,
    // Sending again is sending: whoever may not unseal may not repeat somebody's unsealing either.
    work: async (context, caller) => {
      const ids = idsOf('ids', context.body.ids);
      const may = (code: string) => context.permits(commandPath(code));
      return room.fleet.resend(ids, callingOf(room, context, caller), may, (work) =>
        context.change(async (db) => {
          const answer = await work(db);
          if (answer.tickets.length + answer.refused.length === 0) {
            throw new CallError('conflict', text('nothingFinished'));
          }
          return unlessAllRefused(answer);
        }),
      );
    },
  }),
];

const string: JsonSchema = { type: 'string' };

const listOf = (properties: JsonSchema): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties },
});

/** The answer to a command: a ticket per lock, and why some got none. */
const ticketsJson: JsonSchema = {
  type: 'object',
  properties: {
    tickets: listOf({ id: { type: 'integer' }, sn: string, state: string }),
    refused: listOf({ sn: string, code: string, desc: string }),
  },
};

const rows: JsonSchema = { type: 'array', items: { type: 'array' } };
const strings: JsonSchema = { type: 'array', items: { type: 'string' } };

const integer: JsonSchema = { type: 'integer' };

/** Without `part` what parts there are and what changed since; a part's devices, or a fleet's that is one part only, are in `columns`. */
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
          id: string,
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

/** The whole fleet once, then what changes. */
export const liveCalls = ({
  fleet,
}: Pick<CommandDependencies, 'fleet'>): readonly SignedInEndpoint[] => [
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
        if (error instanceof UnknownPart) throw new CallError('expired', text('cursor'));
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
    held: true,
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
        alarms: { type: 'integer' },
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
