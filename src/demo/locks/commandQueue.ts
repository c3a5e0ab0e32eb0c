import type { LockCommand, LockReply } from '../../domain/lock';
import type { LockBody } from './lockBody';
import type { RunLater, Timing } from './timing';

interface CommandQueueOptions extends Pick<LockBody, 'execute'> {
  readonly runLater: RunLater;
  /** Draws the time that a command takes, ms. */
  readonly draw: (what: keyof Timing) => number;
  readonly answer: (reply: LockReply) => void;
}

/** Carries out the commands of a lock one after another, and a repeated one once. */
export const createCommandQueue = (options: CommandQueueOptions) => {
  const { execute, runLater, draw, answer } = options;
  /** Answers to commands by id; undefined while a command is carried out. */
  const answers = new Map<string, LockReply | undefined>();
  const pending: LockCommand[] = [];
  let busyUntil = 0;

  const stayBusy = (ms: number): void => {
    busyUntil = Math.max(busyUntil, Date.now() + ms);
  };

  // Keeps the order of arrival even if two timers change places: seal followed by unseal must end unsealed.
  const doNext = (): void => {
    const command = pending.shift();
    if (!command) return;
    // The effect is reported before the answer, so that it is visible once the command counts as successful.
    const reply = { id: command.id, ...execute(command) };
    answers.set(reply.id, reply);
    answer(reply);
  };

  return {
    /** Returns true if the command is new. Answers a repeated one again if it was answered. */
    accept: ({ id }: LockCommand): boolean => {
      const reply = answers.get(id);
      if (reply) answer(reply);
      if (answers.has(id)) return false;
      answers.set(id, undefined);
      return true;
    },
    add: (command: LockCommand): void => {
      pending.push(command);
      stayBusy(draw(command.cmd === 'upgrade' ? 'upgrade' : 'reply'));
      runLater(busyUntil - Date.now(), doNext);
    },
    /** Time when the last command will have been answered, epoch ms. */
    busyUntil: (): number => busyUntil,
    /** Keeps the lock busy for at least this time. */
    stayBusy,
  };
};
