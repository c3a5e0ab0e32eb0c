import type { Packet, WireAddress } from './frames';

const MAX_PARTS = 64;
const MAX_BYTES = 65_536;
const MAX_UNFINISHED = 8;
const ASSEMBLY_TIMEOUT_MS = 120_000;
/** Time without a part, and after a request, until the missing ones are requested. */
const REQUEST_PAUSE_MS = 5_000;
const MAX_REQUESTS = 3;

interface Unfinished {
  readonly wire: WireAddress;
  /** Serial of the first part. */
  readonly first: number;
  readonly parts: (Buffer | undefined)[];
  bytes: number;
  readonly since: number;
  /** Time of the last part or request. */
  activeAt: number;
  requests: number;
}

export interface MissingParts extends Pick<Unfinished, 'wire' | 'first'> {
  readonly indexes: readonly number[];
}

const missingIn = ({ wire, first, parts }: Unfinished): MissingParts => ({
  wire,
  first,
  indexes: parts.flatMap((part, i) => (part === undefined ? [i + 1] : [])),
});

/**
 * Joins messages that arrive in parts. Unfinished messages are dropped after two minutes, or if there are too many,
 * the oldest first.
 */
export const createAssembly = () => {
  const unfinished = new Map<string, Unfinished>();
  const bufferedBytes = (): number =>
    [...unfinished.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const dropOverdue = (now: number): void => {
    for (const [key, { since }] of unfinished)
      if (now - since > ASSEMBLY_TIMEOUT_MS) unfinished.delete(key);
  };

  return {
    /** Returns the message once all its parts are there, undefined before, and an error for an invalid part. */
    put: (message: Packet, now: number): Packet | string | undefined => {
      const { part, body, serial, id, code, version } = message;
      if (part === undefined) return message;
      const { total, index } = part;
      if (index < 1 || index > total) return 'a part that is none of its message';
      if (total > MAX_PARTS) return `a message of more than ${MAX_PARTS} parts`;
      dropOverdue(now);
      const first = (serial - index + 1) & 0xffff;
      const key = `${id} ${code} ${first} ${total}`;
      const entry: Unfinished = unfinished.get(key) ?? {
        wire: { id, version },
        first,
        parts: new Array<Buffer | undefined>(total).fill(undefined),
        bytes: 0,
        since: now,
        activeAt: now,
        requests: 0,
      };
      unfinished.set(key, entry);
      entry.activeAt = now;
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
    /** Returns what to request: parts of messages that have paused. Each message is requested three times at most. */
    takeMissing: (now: number): readonly MissingParts[] => {
      dropOverdue(now);
      const paused = [...unfinished.values()].filter(
        ({ activeAt, requests }) => requests < MAX_REQUESTS && now - activeAt >= REQUEST_PAUSE_MS,
      );
      for (const entry of paused) {
        entry.requests += 1;
        entry.activeAt = now;
      }
      return paused.map(missingIn);
    },
  };
};
