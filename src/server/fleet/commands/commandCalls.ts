import type { Command, Console, Fields } from '../../../config';
import { type Label, textOf } from '../../../domain/label';
import { MAX_DELAY } from '../../../domain/ticket';
import { buttonCode, commandPath, type SendOptions, TICKETS } from '../../../protocol';
import {
  checkContract,
  codeContract,
  commandContract,
  ticketCancel,
  ticketResend,
} from '../../../protocol/contracts/commands';
import type { LoginKey } from '../../auth';
import { answering } from '../../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  type SignedInEndpoint,
  serverLabel,
} from '../../calls/endpoint';
import type { Database } from '../../db';
import { formJson, idsIn, idsOf, parseValues } from '../../entities';
import type { Uploads } from '../../files/uploads';
import { openPlaceReader } from '../../gazetteer/ownPlaces';
import type { CodeMessage } from '../../notify/code';
import {
  type Commands,
  cancelWaiting,
  deviceOf,
  findTargets,
  issueCode,
  parseTargets,
  resendCalls,
  withProof,
} from '.';
import type { CommandCall, CommandInput, CommandOutcome, Refusal } from './call';

export interface CommandDependencies {
  readonly config: Console;
  readonly fleet: Commands;
  readonly db: Database;
  /** Checks that the caller sees the records among the arguments. */
  readonly checkReferences: (
    args: { readonly fields: Fields; readonly values: CallValues },
    caller: Caller,
  ) => Promise<void>;
  /** Checks files among the arguments. */
  readonly uploads: Uploads;
  /** Decrypts passwords among the arguments. */
  readonly key: LoginKey;
  /** Sends an operator a one-time code. @returns the masked address it went to */
  readonly sendCode: (message: CodeMessage) => Promise<string>;
  /** Returns the base URL of the server's files for locks. */
  readonly filesUrl: () => string | undefined;
}

/** Tolerated difference between the clocks of browser and server, ms. A start this long ago is still accepted. */
const CLOCK_TOLERANCE = 300_000;

/** Trims the texts of sending options. @throws CallError `invalid` if the start is past or too far ahead */
const toSendOptions = (
  { reason, typed, start, ...how }: SendOptions | undefined = {},
  now: number,
): SendOptions => {
  if (start !== undefined && !(start >= now - CLOCK_TOLERANCE && start <= now + MAX_DELAY)) {
    throw invalidInput({ start: serverLabel('startAhead') });
  }
  return {
    ...how,
    start,
    reason: reason?.trim() || undefined,
    typed: typed?.trim() || undefined,
  };
};

/** Returns the operator, locale and file URL that commands of a call are sent with. */
const commandInputOf = (
  { filesUrl }: CommandDependencies,
  { locale }: CallContext,
  { oper: { id, operName, org_id, hasSuperior } }: Caller,
): CommandInput => ({
  oper: { id, operName, org_id, hasSuperior },
  locale,
  filesUrl: filesUrl(),
});

/** Returns the locks that a command was sent to or refused for, without those that the caller cannot see. */
const snsOfOutcome = (answer: Partial<CommandOutcome> | null): string[] => {
  const { tickets = [], refused = [] } = answer ?? {};
  return [...tickets, ...refused.filter(({ code }) => code !== 'notFound')].map(({ sn }) => sn);
};

/** @throws CallError the refusal of the first lock, if nothing was sent. A batch that is open counts the refusals. */
const unlessAllRefused = <T extends CommandOutcome>(answer: T, how?: SendOptions): T => {
  const [first] = answer.refused;
  if (how?.batch !== undefined) return answer;
  if (answer.tickets.length > 0 || !first) return answer;
  throw new CallError(first.code, [first.desc, first.desc], { data: { refused: answer.refused } });
};

const commandCall = (
  entity: string,
  code: string,
  command: Command,
  deps: CommandDependencies,
): SignedInEndpoint => {
  const { fleet, key } = deps;
  const args: Fields = command.args;
  return answering(commandContract(code, command.label, command.max), {
    code: buttonCode(entity, code),
    kind: 'command',
    access: 'granted',
    changes: true,
    entity,
    fields: args,
    records: (_, data) => ({ sns: snsOfOutcome(data as Partial<CommandOutcome> | null) }),
    declared: formJson(Object.entries(args)),
    work: async (context, caller) => {
      const { sns, how: sendOptions, ...rawArgs } = context.body;
      const how = toSendOptions(sendOptions, Date.now());
      const values = await parseValues(args, 'create', rawArgs, key);
      const form = { fields: args, values, calls: [commandPath(code)] };
      await deps.checkReferences(form, caller);
      await deps.uploads.checkFiles(deps.db, form, caller);
      const input = commandInputOf(deps, context, caller);
      const call = { code, sns: [...new Set(sns)], args: values, how, ...input };
      const provenCall = await withProof(deps.db, call);
      const answer = await context.change(async (db) =>
        unlessAllRefused(await fleet.issue(db, provenCall), how),
      );
      fleet.announce(answer.tickets);
      return answer;
    },
  });
};

/**
 * Previews a command for its dialog: the locks it would go to, those refused with their reasons, and the
 * confirmations it needs.
 */
const checkCall = (
  entity: string,
  code: string,
  command: Command,
  deps: CommandDependencies,
): SignedInEndpoint => {
  const { fleet, db, config, key } = deps;
  const args: Fields = command.args;
  const places = openPlaceReader();
  const { properties } = formJson(Object.entries(args));
  return answering(checkContract(code), {
    code: buttonCode(entity, `${code}:check`),
    kind: 'list',
    access: 'granted',
    changes: false,
    fields: args,
    // Without arguments, only the locks are checked.
    declared: { properties },
    checkedByWork: ['targets'],
    work: async (context, caller) => {
      const { targets: rawTargets, ...rawArgs } = context.body;
      const device = deviceOf(config);
      const targets = parseTargets(rawTargets, { config, device });
      const input = commandInputOf(deps, context, caller);
      const sns = await findTargets(db, targets, { config, device, places, oper: input.oper });
      const values =
        Object.keys(rawArgs).length > 0 ? await parseValues(args, 'create', rawArgs, key) : {};
      await deps.checkReferences({ fields: args, values }, caller);
      const check = await fleet.check({ code, sns, args: values, ...input });
      const duplicates = (targets.sns ?? []).filter((sn, i, all) => all.indexOf(sn) !== i);
      return { ...check, refused: byReason(check.refused), twice: [...new Set(duplicates)] };
    },
  });
};

const codeCall = (
  entity: string,
  code: string,
  command: Command,
  { sendCode }: CommandDependencies,
): SignedInEndpoint =>
  answering(codeContract(code), {
    code: buttonCode(entity, `${code}:code`),
    kind: 'send',
    access: 'granted',
    changes: true,
    work: async ({ locale, change }, { oper }) => {
      let issued = '';
      // The operation log records the request, but not the code.
      await change(async (trx) => {
        issued = await issueCode(trx, { operId: oper.id, cmd: code }, Date.now());
        return {};
      });
      const label = textOf(command.label, locale);
      return { to: await sendCode({ operId: oper.id, code: issued, what: label, locale }) };
    },
  });

const byReason = (refused: readonly Refusal[]) => {
  const groups = new Map<string, { why: string; code: string; sns: string[] }>();
  for (const { sn, code, why } of refused) {
    const group = groups.get(why) ?? { why, code, sns: [] };
    group.sns.push(sn);
    groups.set(why, group);
  }
  return [...groups.values()];
};

/** Returns the calls of all commands. If several entities declare a command, the first one counts. */
export const commandCalls = (deps: CommandDependencies): readonly SignedInEndpoint[] => {
  const calls = deps.config.entities.flatMap((entity) =>
    Object.entries(entity.commands as Record<string, Command>).flatMap(([code, command]) => [
      commandCall(entity.name, code, command, deps),
      checkCall(entity.name, code, command, deps),
      ...(command.typed ? [codeCall(entity.name, code, command, deps)] : []),
    ]),
  );
  return calls.filter(({ path }, i) => calls.findIndex((other) => other.path === path) === i);
};

const ticketVerb = (verb: string) =>
  ({
    code: buttonCode(TICKETS, verb),
    kind: verb,
    access: 'granted',
    changes: true,
    entity: TICKETS,
    records: (body: CallValues) => idsIn(body.ids),
    checkedByWork: ['ids'],
  }) as const;

const notGrantedText: Label = [
  'You have no permission to send this command',
  '您没有下发此指令的权限',
];

/** Splits commands by the caller's permission for each, and verifies their one-time code. */
const splitGranted = async (
  db: Database,
  calls: readonly CommandCall[],
  { permits, locale }: Pick<CallContext, 'permits' | 'locale'>,
) => {
  const granted: CommandCall[] = [];
  const refused: Refusal[] = [];
  const why = textOf(notGrantedText, locale);
  for (const call of calls) {
    if (await permits(commandPath(call.code))) granted.push(await withProof(db, call));
    else
      refused.push(
        ...call.sns.map((sn) => ({ sn, code: 'noPermission', why, desc: why }) as const),
      );
  }
  return { granted, refused };
};

export const ticketCalls = (deps: CommandDependencies): readonly SignedInEndpoint[] => [
  answering(ticketCancel, {
    ...ticketVerb('cancel'),
    work: async ({ body, change }, { oper }) => {
      const ids = idsOf('ids', body.ids);
      const { cancelled } = await change(async (db) => {
        const count = await cancelWaiting(db, ids, { orgId: oper.org_id });
        if (count === 0) throw new CallError('conflict', serverLabel('nothingWaiting'));
        return { cancelled: count };
      });
      deps.fleet.announce([]);
      return { cancelled, done: cancelled };
    },
  }),
  answering(ticketResend, {
    ...ticketVerb('resend'),
    // Resending counts as sending: it needs the permission for each command.
    work: async (context, caller) => {
      const { ids: rawIds, reason, typed, code, how = { reason, typed, code } } = context.body;
      const ids = idsOf('ids', rawIds);
      const by = commandInputOf(deps, context, caller);
      const calls = await resendCalls(deps.db, ids, by, toSendOptions(how, Date.now()));
      if (calls.length === 0) throw new CallError('conflict', serverLabel('nothingFinished'));
      const { granted, refused } = await splitGranted(deps.db, calls, context);
      const answer = await context.change(async (db) => {
        const outcomes: CommandOutcome[] = [];
        for (const call of granted) outcomes.push(await deps.fleet.issue(db, call));
        const tickets = outcomes.flatMap((outcome) => outcome.tickets);
        return unlessAllRefused({
          ...(calls.length === 1 && { batch: outcomes[0]?.batch }),
          tickets,
          refused: [...refused, ...outcomes.flatMap((outcome) => outcome.refused)],
          done: tickets.length,
        });
      });
      deps.fleet.announce(answer.tickets);
      return answer;
    },
  }),
];
