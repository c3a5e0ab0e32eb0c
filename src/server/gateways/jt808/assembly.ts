import type { Message } from './frames';

const MAX_PARTS = 64;
const MAX_BYTES = 65_536;
const MAX_UNFINISHED = 8;
const ASSEMBLY_TIMEOUT_MS = 120_000;

interface Unfinished {
  readonly parts: (Buffer | undefined)[];
  bytes: number;
  readonly since: number;
}

/**
 * Joins messages that arrive in parts. Unfinished messages are dropped after two minutes, or if there are too many,
 * the oldest first.
 */
export const createAssembly = () => {
  const unfinished = new Map<string, Unfinished>();
  const bufferedBytes = (): number =>
    [...unfinished.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  return {
    /** Returns the message once all its parts are there, undefined before, and an error for an invalid part. */
    put: (message: Message, now: number): Message | string | undefined => {
      const { part, body, serial, id, code } = message;
      if (part === undefined) return message;
      const { total, index } = part;
      if (index < 1 || index > total) return 'a part that is none of its message';
      if (total > MAX_PARTS) return `a message of more than ${MAX_PARTS} parts`;
      for (const [key, { since }] of unfinished)
        if (now - since > ASSEMBLY_TIMEOUT_MS) unfinished.delete(key);
      const first = (serial - index + 1) & 0xffff;
      const key = `${id} ${code} ${first} ${total}`;
      const entry = unfinished.get(key) ?? {
        parts: new Array<Buffer | undefined>(total).fill(undefined),
        bytes: 0,
        since: now,
      };
      unfinished.set(key, entry);
      const previous = entry.parts[index - 1];
      // A copy: the frame's bytes would keep a much larger buffer alive.
      entry.parts[index - 1] = Buffer.from(body);
      entry.bytes += body.length - (previous?.length ?? 0);
      const parts = entry.parts.filter((bytes) => bytes !== undefined);
      if (parts.length === total) {
        unfinished.delete(key);
        return { ...message, part: undefined, body: Buffer.concat(parts) };
      }
      for (const [oldest] of unfinished) {
        if (unfinished.size <= MAX_UNFINISHED && bufferedBytes() <= MAX_BYTES) break;
        unfinished.delete(oldest);
      }
      return undefined;
    },
  };
};
