import type { Command, Console, Fields } from '../../config';
import { commandPath } from '../../protocol';
import {
  type CallContext,
  CallError,
  type Caller,
  invalid,
  type SignedInCall,
  text,
  type Values,
} from '../calls';
import { formJson, valuesOf } from '../entities';
import type { Calling, CommandAnswer, Fleet } from '../fleet';
import type { LoginKey } from '../session';
import { ticketsJson } from './ticketsJson';

/** What the calls of this room share. */
export interface CommandRoom {
  readonly config: Console;
  readonly fleet: Fleet;
  /** Opens the passwords among the arguments. */
  readonly key: LoginKey;
  /** Address of the server's files, for a client that reached it at an origin. */
  readonly filesUrl: (origin: string) => string;
}

/** Longer texts are no serial numbers. */
const SN_LENGTH = 64;

const snsOf = ({ sns }: Values, max: number): string[] => {
  const given: readonly unknown[] = Array.isArray(sns) ? sns : [];
  const isSn = (sn: unknown) => typeof sn === 'string' && sn !== '' && sn.length <= SN_LENGTH;
  const fine = given.length > 0 && given.length <= max && given.every(isSn);
  if (!fine) throw invalid({ sns: text('sns', { max }) });
  return [...new Set(given as readonly string[])];
};

/** Who sends commands by a call. */
export const callingOf = (
  { filesUrl }: CommandRoom,
  { locale, origin }: CallContext,
  { oper: { id, operName, org_id } }: Caller,
): Calling => ({ oper: { id, operName, org_id }, locale, filesUrl: filesUrl(origin) });

/** The locks that a command was sent to, or refused for; those that are not there for the caller are none. */
const snsIn = (answer: Partial<CommandAnswer> | null): string[] => {
  const { tickets = [], refused = [] } = answer ?? {};
  return [...tickets, ...refused.filter(({ code }) => code !== 'notFound')].map(({ sn }) => sn);
};

/** An answer where nothing was sent is a refusal, with the first lock's reason. */
export const unlessAllRefused = (answer: CommandAnswer): CommandAnswer => {
  const [first] = answer.refused;
  if (answer.tickets.length > 0 || !first) return answer;
  throw new CallError(first.code, [first.desc, first.desc], { data: { refused: answer.refused } });
};

const commandCall = (
  entity: string,
  code: string,
  command: Command,
  room: CommandRoom,
): SignedInCall => {
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
    records: (_, data) => ({ sns: snsIn(data as Partial<CommandAnswer> | null) }),
    secrets: Object.keys(args).filter((name) => args[name]?.kind === 'password'),
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
      return unlessAllRefused(
        await fleet.command({
          code,
          sns: targets,
          args: values,
          ...callingOf(room, context, caller),
        }),
      );
    },
  };
};

/** A call per command; one that several entities declare is the first one's. */
export const commandCalls = (room: CommandRoom): readonly SignedInCall[] => {
  const calls = room.config.entities.flatMap((entity) =>
    Object.entries(entity.commands as Record<string, Command>).map(([code, command]) =>
      commandCall(entity.name, code, command, room),
    ),
  );
  return calls.filter(({ path }, i) => calls.findIndex((other) => other.path === path) === i);
};
