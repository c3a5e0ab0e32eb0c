import type { Command, Console, Fields } from '../../config';
import { commandPath } from '../../protocol';
import { CallError, invalid, type SignedInCall, text, type Values } from '../calls';
import { formJson, valuesOf } from '../entities';
import type { CommandAnswer, Fleet, Sender } from '../fleet';
import type { LoginKey } from '../session';
import { ticketsJson } from './ticketsJson';

/** What the calls of this room share. */
export interface CommandRoom {
  readonly config: Console;
  readonly fleet: Fleet;
  /** Opens the passwords among the arguments. */
  readonly key: LoginKey;
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

export const senderOf = ({ id, operName, org_id }: Sender): Sender => ({ id, operName, org_id });

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
  { fleet, key }: CommandRoom,
): SignedInCall => {
  const args: Fields = command.args;
  const form = formJson(Object.entries(args));
  return {
    path: commandPath(code),
    label: command.label,
    code: `${entity}:${code}`,
    kind: 'command',
    access: 'granted',
    changes: true,
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
    work: async ({ body, locale }, { oper }) => {
      const { sns, ...given } = body;
      const targets = snsOf({ sns }, command.max);
      const values = await valuesOf(args, 'create', given, key);
      return unlessAllRefused(
        await fleet.command({ code, sns: targets, args: values, oper: senderOf(oper), locale }),
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
