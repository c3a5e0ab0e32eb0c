import type { LockCommand } from '../../../domain/report';

/** A command as a lock reads it, or undefined for bytes that are none. */
export const parseCommand = (payload: Uint8Array): LockCommand | undefined => {
  try {
    const command: Partial<LockCommand> | null = JSON.parse(Buffer.from(payload).toString('utf8'));
    const { id, cmd, args = {}, ts, exp } = command ?? {};
    if (typeof id !== 'string' || typeof cmd !== 'string') return undefined;
    return typeof ts === 'number' && typeof exp === 'number'
      ? { id, cmd, args, ts, exp }
      : undefined;
  } catch {
    return undefined;
  }
};
