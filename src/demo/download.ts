import { createHash } from 'node:crypto';
import {
  type FileChunk,
  type LockCommand,
  type LockProgress,
  MAX_CHUNK_BYTES,
} from '../domain/lock';

interface DownloadOptions {
  readonly command: LockCommand;
  /** What the lock has of this file from an earlier attempt. */
  readonly begun: Buffer;
  /** Told whenever there is more, so that it outlives the lock's power. */
  readonly keep: (bytes: Buffer) => void;
  /** Says how far it is, and asks for a piece. */
  readonly say: (progress: LockProgress) => void;
  /** Whether it fetches by HTTP where it can. */
  readonly fetches: boolean;
}

/** The file of an upgrade on its way to a lock. */
export interface Download {
  /** A piece that the lock asked for has come. */
  take(piece: FileChunk): void;
  /** The lock is on the line again: it asks once more for what did not come. */
  again(): void;
  /** Resolves when the file is there: to why it is no good, undefined where it is. */
  readonly done: Promise<string | undefined>;
}

/** Bytes of one call by HTTP. */
const RANGE = 65_536;

/**
 * Fetches a firmware file as a lock does: by HTTP in ranges, or piece by piece over its topic where it cannot; from where
 * an earlier attempt left off; and believes it only by its fingerprint.
 */
export const startDownload = (options: DownloadOptions): Download => {
  const { command, begun, keep, say, fetches } = options;
  const { id, args } = command;
  const [url, size, sha256] = [String(args.url), Number(args.size), String(args.sha256)];
  let bytes = begun;
  let finish: (trouble: string | undefined) => void = () => {};
  const done = new Promise<string | undefined>((resolve) => {
    finish = resolve;
  });

  const end = () => {
    const isRight = createHash('sha256').update(bytes).digest('hex') === sha256;
    if (!isRight) keep(Buffer.alloc(0));
    finish(isRight ? undefined : 'Checksum');
  };
  const add = (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    keep(bytes);
  };
  const ask = (): void => {
    const offset = bytes.length;
    const want = Math.min(MAX_CHUNK_BYTES, size - offset);
    say({ id, offset, ...(want > 0 && { want }) });
    if (want <= 0) end();
  };
  const fetchAll = async (): Promise<void> => {
    while (bytes.length < size) {
      say({ id, offset: bytes.length });
      const last = Math.min(size, bytes.length + RANGE) - 1;
      const response = await fetch(url, { headers: { range: `bytes=${bytes.length}-${last}` } });
      if (!response.ok) throw new Error(String(response.status));
      const body = Buffer.from(await response.arrayBuffer());
      add(response.status === 206 ? body : body.subarray(bytes.length));
      if (body.length === 0) throw new Error('Nothing came');
    }
    say({ id, offset: size });
    end();
  };

  let asks = !fetches;
  if (asks) ask();
  else
    fetchAll().catch(() => {
      asks = true;
      ask();
    });

  return {
    done,
    take: ({ offset, data }) => {
      if (!asks || offset !== bytes.length) return;
      add(Buffer.from(data, 'base64'));
      ask();
    },
    again: () => {
      if (asks && bytes.length < size) ask();
    },
  };
};
