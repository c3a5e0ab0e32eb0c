import type { LockReply } from '../../../domain/report';

/** What a lock remembers of commands it got, so that one that comes twice is done once. */
export interface CommandMemory {
  /** Whether the command is new; from then on it is not. */
  take(id: string): boolean;
  answered(reply: LockReply): void;
  /** The answer given to a command that came before. */
  answerTo(id: string): LockReply | undefined;
}

/** @param most how many commands are remembered; the oldest is forgotten first */
export const createCommandMemory = (most: number): CommandMemory => {
  const seen = new Map<string, LockReply | undefined>();
  return {
    take: (id) => {
      if (seen.has(id)) return false;
      seen.set(id, undefined);
      const [oldest] = seen.keys();
      if (seen.size > most && oldest !== undefined) seen.delete(oldest);
      return true;
    },
    answered: (reply) => void seen.set(reply.id, reply),
    answerTo: (id) => seen.get(id),
  };
};
