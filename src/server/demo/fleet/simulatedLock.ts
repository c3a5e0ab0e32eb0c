import type { LockCommand } from '../../../domain/report';
import type { LinkLog } from '../../fleet/link';
import { between } from './chance';
import { createCommandMemory } from './commandMemory';
import { createLockBody, type LockBodyOptions } from './lockBody';
import { type LockConnection, openLockConnection } from './lockConnection';
import { parseCommand } from './parseCommand';
import type { TimerWheel } from './timerWheel';
import type { Timing } from './timing';

export interface SimulatedLockOptions extends Omit<LockBodyOptions, 'after' | 'send'> {
  password: string;
  brokerUrl: string;
  wheel: TimerWheel;
  timing: Timing;
  log: LinkLog;
}

export interface SimulatedLock {
  close(): Promise<void>;
}

const REMEMBERED_COMMANDS = 50;
/** How long a sleeper stays up after its last answer. */
const AFTERMATH_MS = 1_000;

/** A lock that does what a real one does, on the same wire. */
export const startSimulatedLock = (options: SimulatedLockOptions): SimulatedLock => {
  const { sn, password, behaviour, seed, brokerUrl, wheel, timing, log } = options;
  const sleeps = behaviour === 'asleep';
  const memory = createCommandMemory(REMEMBERED_COMMANDS);
  const pending: LockCommand[] = [];
  let connection: LockConnection | undefined;
  let drawn = 0;
  let busyUntil = 0;
  let closed = false;

  const draw = (what: keyof Timing): number => between(...timing[what], seed, drawn++);
  const after = (what: keyof Timing, task: () => void): void => void wheel.after(draw(what), task);

  const body = createLockBody({
    ...options,
    after,
    send: (report) => connection?.publish('report', report),
  });

  const reportOnTime = (): void =>
    after(body.isMoving() ? 'moving' : 'parked', () => {
      if (connection?.isOnline()) {
        body.report(0);
        body.live();
      }
      reportOnTime();
    });

  const onCommand = (payload: Uint8Array): void => {
    const command = parseCommand(payload);
    if (!command || Date.now() > command.exp || behaviour === 'silent') return;
    const { id } = command;
    if (!memory.take(id)) {
      const answer = memory.answerTo(id);
      if (answer) connection?.publish('ack', answer);
      return;
    }
    pending.push(command);
    const takes = draw(command.cmd === 'upgrade' ? 'upgrade' : 'reply');
    busyUntil = Math.max(busyUntil, Date.now() + takes);
    wheel.after(busyUntil - Date.now(), doNext);
  };

  // In the order they came, even where their timers change places by a tick: a lock that is sealed and then unsealed
  // must end unsealed.
  const doNext = (): void => {
    const command = pending.shift();
    if (!command) return;
    // Its effect is reported before the answer, so that whoever hears of the success sees it.
    const reply = { id: command.id, ...body.execute(command) };
    memory.answered(reply);
    connection?.publish('ack', reply);
  };

  const sleep = (current: LockConnection | undefined): void => {
    if (current === undefined || connection !== current) return;
    const rest = busyUntil + AFTERMATH_MS - Date.now();
    if (rest > 0) return void wheel.after(rest, () => sleep(current));
    connection = undefined;
    after('asleep', connect);
    current.close().catch((error: unknown) => log.error(`Simulated lock ${sn}: ${error}`));
  };

  const onOnline = (): void => {
    body.report(sleeps ? 3 : 0);
    const current = connection;
    if (sleeps) after('awake', () => sleep(current));
  };

  function connect(): void {
    if (closed) return;
    connection = openLockConnection({
      brokerUrl,
      sn,
      password,
      lasting: sleeps,
      reconnectMs: between(4_000, 12_000, seed, 42),
      log,
      onOnline,
      onCommand,
    });
  }

  connect();
  if (!sleeps) reportOnTime();
  return {
    close: async () => {
      closed = true;
      await connection?.close();
    },
  };
};
