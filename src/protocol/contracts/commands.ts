import { Type } from 'typebox';
import type { Label } from '../../domain/label';
import { MAX_WAIT_HOURS, type TicketState, ticketState } from '../../domain/ticket';
import { checkPath, codePath, commandPath, ticketPath } from '../calls';
import { type AnswerOf, contract, type RequestOf, says } from './contract';
import { Id, MAX_SN_LENGTH, Row, Sn, Sns, Texts, Whole } from './schemas';

/** Maximum locks of one command, all chunks together. */
export const MAX_TARGETS = 20_000;

/** Sending in waves. The next wave starts automatically unless too many locks fail. */
const Waves = Type.Object(
  {
    first: Whole(1, MAX_TARGETS, { description: 'Locks of the first wave' }),
    next: Type.Optional(
      Whole(1, MAX_TARGETS, { description: 'Of every further one; without it all the others' }),
    ),
    failures: Whole(0, MAX_TARGETS, { description: 'One more in a wave stops it' }),
  },
  { description: 'Some first: a wave ends when its last lock has answered or was given up' },
);

const Reason = Type.String({ maxLength: 200, description: 'Reason for a dangerous command' });
const Typed = Type.String({
  maxLength: MAX_SN_LENGTH,
  description: 'The number of the one lock, or how many there are',
});

const Code = Type.String({
  minLength: 1,
  maxLength: 6,
  description: 'The one-time code, where one is asked for',
  writeOnly: true,
  ...says('codeNeeded'),
});

/** By default a command is sent at once and expires after the system's waiting time. */
const SendOptions = Type.Object(
  {
    hours: Type.Optional(
      Whole(1, MAX_WAIT_HOURS, { description: 'How long it waits for its lock' }),
    ),
    start: Type.Optional(
      Type.Integer({
        description: 'Not before, ms since 1970; within the next 12 months',
        ...says('startAhead'),
      }),
    ),
    reason: Type.Optional(Reason),
    typed: Type.Optional(Typed),
    code: Type.Optional(Code),
    batch: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Of an earlier piece’s answer',
        ...says('notIds'),
      }),
    ),
    total: Type.Optional(Whole(1, MAX_TARGETS, { description: 'Locks of all pieces together' })),
    sns: Type.Optional(
      Type.Array(Sn, {
        maxItems: MAX_TARGETS,
        description: 'Of all pieces, in the first one: those that never arrive can be sent later',
        ...says('notSns'),
      }),
    ),
    waves: Type.Optional(Waves),
  },
  { additionalProperties: false },
);

/** A ticket per lock, and the reason for each lock without one. Texts are in the user's language. */
const CommandAnswer = Type.Object({
  batch: Type.Optional(Type.Integer({ description: 'For the pieces that follow' })),
  tickets: Type.Array(
    Type.Object({
      id: Id,
      sn: Type.String(),
      state: Type.Unsafe<TicketState>({ enum: ticketState.map(([state]) => state) }),
    }),
  ),
  refused: Type.Array(Type.Object({ sn: Type.String(), code: Type.String(), desc: Type.String() })),
});

/** Command to locks. The configuration declares its arguments. */
export const commandContract = (code: string, label: Label, max: number) =>
  contract(commandPath(code), label, {
    request: Type.Object({ sns: Sns(max), how: Type.Optional(SendOptions) }),
    answer: CommandAnswer,
  });

const CommandTargets = Type.Object(
  {
    sns: Type.Optional(
      Type.Array(Sn, {
        maxItems: MAX_TARGETS,
        description: 'Serial numbers; may contain duplicates',
      }),
    ),
    filter: Type.Optional(Row({ description: 'As /device/list takes it' })),
    orgs: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Organisations, including those below them' }),
    ),
    fences: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'Geofences with the last known position of the locks',
      }),
    ),
    all: Type.Optional(Type.Literal(true, { description: 'Every lock that the caller sees' })),
  },
  { description: 'Each part narrows the others; at least one is needed' },
);

/** Preview of a command before it is sent. Texts are in the user's language. */
const CommandCheck = Type.Object({
  sns: Texts({ description: 'Would receive it' }),
  offline: Type.Integer({ description: 'How many would receive it only once they are reachable' }),
  same: Texts({ description: 'Have the same command waiting or sent' }),
  outside: Texts({ description: 'Outside of every geofence that names them' }),
  twice: Texts({ description: 'Named more than once' }),
  refused: Type.Array(
    Type.Object({ why: Type.String(), code: Type.Optional(Type.String()), sns: Texts() }),
    { description: 'Would not receive it, grouped by reason' },
  ),
  typed: Type.Boolean({ description: 'Takes a reason and a typed confirmation' }),
  second: Type.Boolean({ description: 'Waits for a second person' }),
  code: Type.Optional(Type.Boolean({ description: 'Takes a one-time code' })),
  hours: Type.Integer({ description: 'How long it waits for a lock by default' }),
});

export const checkContract = (code: string) =>
  contract(checkPath(code), ['Check a command', '检查指令'], {
    request: Type.Object({ targets: CommandTargets }),
    answer: CommandCheck,
  });

export const codeContract = (code: string) =>
  contract(codePath(code), ['Send a one-time code', '发送验证码'], {
    request: Type.Object({}),
    answer: Type.Object({ to: Type.String({ description: 'The recipient, mostly masked' }) }),
  });

export const ticketCancel = contract(ticketPath('cancel'), ['Cancel commands', '取消指令'], {
  request: Type.Object({ ids: Type.Array(Id) }),
  answer: Type.Object({ cancelled: Type.Integer(), done: Type.Integer() }),
});

export const ticketResend = contract(
  ticketPath('resend'),
  ['Send commands again', '重新下发指令'],
  {
    request: Type.Object({
      ids: Type.Array(Id),
      how: Type.Optional(SendOptions),
      reason: Type.Optional(Reason),
      typed: Type.Optional(Typed),
      code: Type.Optional(Code),
    }),
    answer: CommandAnswer,
  },
);

type Command = ReturnType<typeof commandContract>;

export type SendOptions = NonNullable<RequestOf<Command>['how']>;
export type CommandAnswer = AnswerOf<Command>;
export type SentTicket = CommandAnswer['tickets'][number];
/** Lock to which the command was not sent, with the reason in the user's language. */
export type LockRefusal = CommandAnswer['refused'][number];

/** Targets of a command. Each property that is set narrows the others. */
export type CommandTargets = RequestOf<ReturnType<typeof checkContract>>['targets'];
export type CommandCheck = AnswerOf<ReturnType<typeof checkContract>>;
