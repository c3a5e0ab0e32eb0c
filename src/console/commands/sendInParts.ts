import { ApiError } from '../../protocol';
import type { CommandAnswer } from '../data';

interface Options {
  /** Locks of one call at the most. */
  readonly max: number;
  readonly call: (sns: string[]) => Promise<CommandAnswer>;
  /** Told how many locks have had their turn. */
  readonly onProgress: (turns: number) => void;
}

/** Each lock of a call was refused for itself: others may take the command. */
const isAboutLocks = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['notFound', 'conflict'].includes(error.code);

const refusedBy = (error: unknown, sns: readonly string[]): CommandAnswer['refused'] => {
  const desc = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiError ? error.code : 'fail';
  return sns.map((sn) => ({ sn, code, desc }));
};

/**
 * Sends a command to any number of locks, a call for as many as one may name. Once something was sent a failure takes
 * nothing back: the locks of that call and of all after it count as refused, with its reason.
 * @throws what a call throws, when no lock was sent the command
 */
export const sendInParts = async (
  sns: readonly string[],
  { max, call, onProgress }: Options,
): Promise<CommandAnswer> => {
  const tickets: CommandAnswer['tickets'] = [];
  const refused: CommandAnswer['refused'] = [];
  let firstError: unknown;
  for (let at = 0; at < sns.length; at += max) {
    const part = sns.slice(at, at + max);
    try {
      const answer = await call(part);
      tickets.push(...answer.tickets);
      refused.push(...answer.refused);
    } catch (error) {
      firstError ??= error;
      if (isAboutLocks(error)) {
        refused.push(...refusedBy(error, part));
      } else {
        refused.push(...refusedBy(error, sns.slice(at)));
        break;
      }
    }
    onProgress(Math.min(sns.length, at + max));
  }
  if (tickets.length === 0 && firstError !== undefined) throw firstError;
  return { tickets, refused };
};
