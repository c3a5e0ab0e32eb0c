import { createHash } from 'node:crypto';
import {
  type FileChunk,
  type LockCommand,
  type LockProgress,
  MAX_CHUNK_BYTES,
} from '../../domain/lock';
import type { RunLater } from './timing';

interface UpgraderOptions extends Pick<DownloadOptions, 'say' | 'fetches'> {
  readonly runLater: RunLater;
  /** Called whenever bytes were received. */
  readonly onBytes: () => void;
  /** Called with the command when its download has ended; the argument `trouble` names what is wrong with the file. */
  readonly onEnd: (command: LockCommand) => void;
}

/** Retry interval for a missing firmware chunk. */
export const RETRY_INTERVAL_MS = 5_000;

export const createUpgrader = ({ runLater, say, fetches, onBytes, onEnd }: UpgraderOptions) => {
  /** Downloaded bytes of a file by its SHA-256. They survive a restart of the lock. */
  const files = new Map<unknown, Buffer>();
  let current: (Download & { readonly id: string }) | undefined;
  let stopped = false;
  return {
    /** Starts the download of a command; an earlier one receives no more chunks. */
    start: (command: LockCommand): void => {
      const { id, args } = command;
      const keep = (bytes: Buffer) => {
        onBytes();
        files.clear();
        files.set(args.sha256, bytes);
      };
      const start = files.get(args.sha256) ?? Buffer.alloc(0);
      const download = startDownload({ command, begun: start, keep, say, fetches });
      current = { ...download, id };
      const repeat = (): void => {
        if (stopped || current?.id !== id) return;
        download.again();
        runLater(RETRY_INTERVAL_MS, repeat);
      };
      runLater(RETRY_INTERVAL_MS, repeat);
      download.done.then((trouble) => {
        if (current?.id === id) current = undefined;
        onEnd({ ...command, args: { ...args, trouble } });
      });
    },
    take: (piece: FileChunk): void => {
      if (piece.id === current?.id) current.take(piece);
    },
    /** Requests no more missing chunks. */
    stop: (): void => {
      stopped = true;
    },
  };
};

interface DownloadOptions {
  readonly command: LockCommand;
  /** Bytes of the file from an earlier attempt. */
  readonly begun: Buffer;
  /** Called for all bytes received so far, so that they survive a power loss of the lock. */
  readonly keep: (bytes: Buffer) => void;
  /** Reports progress and requests a chunk. */
  readonly say: (progress: LockProgress) => void;
  /** True if the lock can fetch by HTTP. */
  readonly fetches: boolean;
}

/** Running download of an upgrade's file. */
export interface Download {
  take(piece: FileChunk): void;
  /** Requests the missing chunk again. */
  again(): void;
  /** Resolves when the download has ended: to the reason why the file is invalid, or undefined. */
  readonly done: Promise<string | undefined>;
}

/** Bytes per HTTP request. */
const RANGE = 65_536;

/**
 * Downloads a firmware file like a real lock: in ranges by HTTP, or in chunks over MQTT if it cannot. It continues an
 * earlier attempt, and accepts the file only if the SHA-256 matches.
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
