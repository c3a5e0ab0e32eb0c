import type { Command, Console, Fields } from '../../config';
import { type Label, textOf } from '../../domain/label';
import { MAX_DELAY, MAX_WAIT_HOURS, type Waves } from '../../domain/ticket';
import { isSecret } from '../../fields';
import {
  buttonCode,
  checkPath,
  codePath,
  commandPath,
  type SendOptions,
  TICKETS,
  ticketPath,
} from '../../protocol';
import type { LoginKey } from '../auth';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  type JsonSchema,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import type { Database } from '../db';
import { formJson, idsIn, idsOf, parseValues } from '../entities';
import type { Uploads } from '../files/uploads';
import { openPlaceReader } from '../gazetteer/ownPlaces';
import type { CodeMessage } from '../notify/code';
import { type CommandInput, type CommandOutcome, deviceOf, type Fleet } from '.';
import type { Refusal } from './fleet';
import { findTargets, issueCode, MAX_TARGETS, parseTargets } from './tickets';

export interface CommandDependencies {
  readonly config: Console;
  readonly fleet: Fleet;
  readonly db: Database;
  /** Checks files among the arguments. */
  readonly uploads: Uploads;
  /** Decrypts passwords among the arguments. */
  readonly key: LoginKey;
  /** Sends an operator a one-time code. @returns the masked address it went to */
  readonly sendCode: (message: CodeMessage) => Promise<string>;
  /** Returns the base URL of the server's files for the origin that a client used. */
  readonly filesUrl: (origin: string) => string;
}

const MAX_REASON_LENGTH = 200;
/** Tolerated difference between the clocks of browser and server, ms. A start this long ago is still accepted. */
const CLOCK_TOLERANCE = 300_000;

/** No serial number is longer. */
const MAX_SN_LENGTH = 64;

/** Returns the distinct serial numbers of a body. @throws CallError `invalid` */
export const snsOf = ({ sns }: CallValues, max: number): string[] => {
  const items: readonly unknown[] = Array.isArray(sns) ? sns : [];
  const isSn = (sn: unknown) => typeof sn === 'string' && sn !== '' && sn.length <= MAX_SN_LENGTH;
  if (items.length === 0) throw invalidInput({ sns: serverLabel('noDevice') });
  if (items.length > max) throw invalidInput({ sns: serverLabel('sns', { max }) });
  if (!items.every(isSn)) throw invalidInput({ sns: serverLabel('notSns') });
  return [...new Set(items as readonly string[])];
};

/** Parses the sending options of a body. @throws CallError `invalid` */
const parseSendOptions = (input: unknown, now: number): SendOptions => {
  if (input === undefined || input === null) return {};
  if (typeof input !== 'object') throw invalidInput({ how: serverLabel('unreadable') });
  const { hours, start, reason, typed, batch, total, waves, code } = input as CallValues;
  const isWhole = (value: unknown, min: number, max: number) =>
    value === undefined ||
    (Number.isInteger(value) && Number(value) >= min && Number(value) <= max);
  const isText = (value: unknown, max: number) =>
    value === undefined || (typeof value === 'string' && value.length <= max);
  const errors = {
    ...(!isWhole(hours, 1, MAX_WAIT_HOURS) && {
      hours: serverLabel('page', { min: 1, max: MAX_WAIT_HOURS }),
    }),
    ...(!isWhole(start, now - CLOCK_TOLERANCE, now + MAX_DELAY) && {
      start: serverLabel('startAhead'),
    }),
    ...(!isText(reason, MAX_REASON_LENGTH) && { reason: serverLabel('unreadable') }),
    ...(!(isText(code, 6) && code !== '') && { code: serverLabel('codeNeeded') }),
    ...(!isText(typed, MAX_SN_LENGTH) && { typed: serverLabel('unreadable') }),
    ...(!isWhole(batch, 1, Number.MAX_SAFE_INTEGER) && { batch: serverLabel('notIds') }),
    ...(!isWhole(total, 1, MAX_TARGETS) && {
      total: serverLabel('page', { min: 1, max: MAX_TARGETS }),
    }),
    ...wavesErrors(waves),
  };
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return {
    hours: hours as number | undefined,
    start: start as number | undefined,
    reason: (reason as string | undefined)?.trim() || undefined,
    typed: (typed as string | undefined)?.trim() || undefined,
    batch: batch as number | undefined,
    total: total as number | undefined,
    code: code as string | undefined,
    waves: (waves ?? undefined) as Waves | undefined,
  };
};

const isCount = (value: unknown, min: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= MAX_TARGETS;

const wavesErrors = (input: unknown): Record<string, Label> => {
  if (input === undefined || input === null) return {};
  if (typeof input !== 'object') return { waves: serverLabel('unreadable') };
  const { first, next, failures } = input as CallValues;
  const from = (min: number) => serverLabel('page', { min, max: MAX_TARGETS });
  return {
    ...(!isCount(first, 1) && { first: from(1) }),
    ...(next !== undefined && !isCount(next, 1) && { next: from(1) }),
    ...(!isCount(failures, 0) && { failures: from(0) }),
  };
};

/** Returns the operator, locale and file URL that commands of a call are sent with. */
const commandInputOf = (
  { filesUrl }: CommandDependencies,
  { locale, origin }: CallContext,
  { oper: { id, operName, org_id, hasSuperior } }: Caller,
): CommandInput => ({
  oper: { id, operName, org_id, hasSuperior },
  locale,
  filesUrl: filesUrl(origin),
});

/** Returns the locks that a command was sent to or refused for, without those that the caller cannot see. */
const snsOfOutcome = (answer: Partial<CommandOutcome> | null): string[] => {
  const { tickets = [], refused = [] } = answer ?? {};
  return [...tickets, ...refused.filter(({ code }) => code !== 'notFound')].map(({ sn }) => sn);
};

/** Throws if nothing was sent, with the refusal of the first lock. */
const unlessAllRefused = (answer: CommandOutcome): CommandOutcome => {
  const [first] = answer.refused;
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
  const form = formJson(Object.entries(args));
  return {
    path: commandPath(code),
    label: command.label,
    code: buttonCode(entity, code),
    kind: 'command',
    access: 'granted',
    changes: true,
    entity,
    fields: args,
    records: (_, data) => ({ sns: snsOfOutcome(data as Partial<CommandOutcome> | null) }),
    secrets: Object.keys(args).filter((name) => isSecret(args[name])),
    request: {
      ...form,
      properties: {
        sns: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: command.max },
        how: howJson,
        ...(form.properties as CallValues),
      },
      required: ['sns', ...(form.required as string[])],
    },
    answer: ticketsJson,
    work: async (context, caller) => {
      const { sns, how: sendOptions, ...rawArgs } = context.body;
      const targets = snsOf({ sns }, command.max);
      const how = parseSendOptions(sendOptions, Date.now());
      const values = await parseValues(args, 'create', rawArgs, key);
      const form = { fields: args, values, calls: [commandPath(code)] };
      await deps.uploads.checkFiles(deps.db, form, caller);
      const input = commandInputOf(deps, context, caller);
      return fleet.command({ code, sns: targets, args: values, how, ...input }, (work) =>
        context.change(async (db) => unlessAllRefused(await work(db))),
      );
    },
  };
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
  return {
    path: checkPath(code),
    label: ['Check a command', '检查指令'],
    code: buttonCode(entity, `${code}:check`),
    kind: 'list',
    access: 'granted',
    changes: false,
    fields: args,
    request: {
      type: 'object',
      properties: {
        targets: targetsJson,
        ...(formJson(Object.entries(args)).properties as CallValues),
      },
      required: ['targets'],
    },
    answer: checkJson,
    work: async (context, caller) => {
      const { targets: rawTargets, ...rawArgs } = context.body;
      const device = deviceOf(config);
      const targets = parseTargets(rawTargets, { config, device });
      const input = commandInputOf(deps, context, caller);
      const sns = await findTargets(db, targets, { config, device, places, oper: input.oper });
      // Without arguments, only the locks are checked.
      const values =
        Object.keys(rawArgs).length > 0 ? await parseValues(args, 'create', rawArgs, key) : {};
      const check = await fleet.check({ code, sns, args: values, ...input });
      const duplicates = (targets.sns ?? []).filter((sn, i, all) => all.indexOf(sn) !== i);
      return { ...check, refused: byReason(check.refused), twice: [...new Set(duplicates)] };
    },
  };
};

/** Sends the caller a one-time code for a command. */
const codeCall = (
  entity: string,
  code: string,
  command: Command,
  { sendCode }: CommandDependencies,
): SignedInEndpoint => ({
  path: codePath(code),
  label: ['Send a one-time code', '发送验证码'],
  code: buttonCode(entity, `${code}:code`),
  kind: 'send',
  access: 'granted',
  changes: true,
  request: { type: 'object', properties: {} },
  answer: { type: 'object', properties: { to: string } },
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

/** Groups refused locks by reason. */
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

const request: JsonSchema = {
  type: 'object',
  properties: { ids: { type: 'array', items: { type: 'integer' } } },
  required: ['ids'],
};

const ticketCall = (
  verb: string,
  call: Pick<SignedInEndpoint, 'label' | 'answer' | 'work'> & Partial<SignedInEndpoint>,
): SignedInEndpoint => ({
  path: ticketPath(verb),
  code: buttonCode(TICKETS, verb),
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
  throw new CallError('conflict', serverLabel('nothingWaiting'));
};

/** Endpoints that cancel waiting tickets and resend finished ones. */
export const ticketCalls = (deps: CommandDependencies): readonly SignedInEndpoint[] => [
  ticketCall('cancel', {
    label: ['Cancel commands', '取消指令'],
    answer: { type: 'object', properties: { cancelled: { type: 'integer' } } },
    work: async ({ body, change }, { oper }) => {
      const ids = idsOf('ids', body.ids);
      const cancelled = await deps.fleet.cancel(ids, { orgId: oper.org_id }, async (work) => {
        const answer = await change(async (db) => answerOf(await work(db)));
        return answer.cancelled;
      });
      return { cancelled, done: cancelled };
    },
  }),
  ticketCall('resend', {
    label: ['Send commands again', '重新下发指令'],
    request: {
      ...request,
      properties: {
        ...(request.properties as CallValues),
        how: howJson,
        reason: string,
        typed: string,
      },
    },
    answer: ticketsJson,
    // Resending counts as sending: it needs the permission for each command.
    work: async (context, caller) => {
      const ids = idsOf('ids', context.body.ids);
      const may = (code: string) => context.permits(commandPath(code));
      const { how: sendOptions, reason, typed } = context.body;
      const how = parseSendOptions(
        sendOptions ?? { reason: reason ?? undefined, typed: typed ?? undefined },
        Date.now(),
      );
      return deps.fleet.resend(ids, {
        by: commandInputOf(deps, context, caller),
        may,
        how,
        change: (work) =>
          context.change(async (db) => {
            const answer = await work(db);
            if (answer.tickets.length + answer.refused.length === 0) {
              throw new CallError('conflict', serverLabel('nothingFinished'));
            }
            return { ...unlessAllRefused(answer), done: answer.tickets.length };
          }),
      });
    },
  }),
];

const string: JsonSchema = { type: 'string' };

const listOf = (properties: JsonSchema): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties },
});

/** Answer to a command: a ticket per lock, and the reason for each lock without one. */
const ticketsJson: JsonSchema = {
  type: 'object',
  properties: {
    batch: { type: 'integer', description: 'For the pieces that follow' },
    tickets: listOf({ id: { type: 'integer' }, sn: string, state: string }),
    refused: listOf({ sn: string, code: string, desc: string }),
  },
};

const howJson: JsonSchema = {
  type: 'object',
  properties: {
    hours: { type: 'integer', description: 'How long it waits for its lock' },
    start: { type: 'integer', description: 'Not before, ms since 1970' },
    reason: { type: 'string', maxLength: MAX_REASON_LENGTH },
    typed: { type: 'string', description: 'The number of the one lock, or how many there are' },
    code: { type: 'string', description: 'The one-time code, where one is asked for' },
    batch: { type: 'integer', description: 'Of an earlier piece’s answer' },
    total: { type: 'integer', description: 'Locks of all pieces together' },
    waves: {
      type: 'object',
      description: 'Some first: a wave ends when its last lock has answered or was given up',
      properties: {
        first: { type: 'integer', description: 'Locks of the first wave' },
        next: { type: 'integer', description: 'Of every further one; without it all the others' },
        failures: { type: 'integer', description: 'One more in a wave stops it' },
      },
      required: ['first', 'failures'],
    },
  },
};

const targetsJson: JsonSchema = {
  type: 'object',
  description: 'Each part narrows the others; at least one is needed',
  properties: {
    sns: { type: 'array', items: { type: 'string' }, maxItems: MAX_TARGETS },
    filter: { type: 'object', description: 'As /device/list takes it' },
    orgs: { type: 'array', items: { type: 'integer' } },
    fences: { type: 'array', items: { type: 'integer' } },
    all: { type: 'boolean', description: 'Every lock that the caller sees' },
  },
};

const strings: JsonSchema = { type: 'array', items: { type: 'string' } };

const checkJson: JsonSchema = {
  type: 'object',
  properties: {
    sns: strings,
    offline: { type: 'integer' },
    same: { ...strings, description: 'Have the same command waiting or sent' },
    outside: { ...strings, description: 'Outside of every geofence that names them' },
    twice: { ...strings, description: 'Named more than once' },
    refused: listOf({ why: string, code: string, sns: strings }),
    typed: { type: 'boolean', description: 'Takes a reason and a typed confirmation' },
    second: { type: 'boolean', description: 'Waits for a second person' },
    code: { type: 'boolean', description: 'Takes a one-time code' },
    hours: { type: 'integer' },
  },
};
