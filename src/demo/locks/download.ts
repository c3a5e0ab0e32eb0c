import { createHash } from 'node:crypto';
import {
  type FileChunk,
  type LockCommand,
  type LockProgress,
  MAX_CHUNK_BYTES,
} from '../../domain/lock';
import type { RunLater } from './timing';

interface UpgraderOptions {
  readonly runLater: RunLater;
  /** True if the lock can fetch by HTTP. */
  readonly fetches: boolean;
  /** Reports progress and requests a chunk. */
  readonly say: (progress: LockProgress) => void;
  /** Called whenever bytes were received. */
  readonly onBytes: () => void;
  /** Called with the command when its download has ended; the argument `trouble` names what is wrong with the file. */
  readonly onEnd: (command: LockCommand) => void;
}

/** Retry interval for a missing firmware chunk. */
export const RETRY_INTERVAL_MS = 5_000;
/** Bytes per HTTP request. */
const RANGE = 65_536;

/**
 * Downloads firmware files like a real lock: in ranges by HTTP, or in chunks over MQTT if it cannot. It continues an
 * earlier attempt at the same file, and accepts the file only if the SHA-256 matches.
 */
export const createUpgrader = (options: UpgraderOptions) => {
  const { runLater, fetches, say, onBytes, onEnd } = options;
  let sha256: unknown;
  let bytes = Buffer.alloc(0);
  let current: LockCommand | undefined;
  let asks = !fetches;

  const add = (more: Uint8Array): void => {
    bytes = Buffer.concat([bytes, more]);
    onBytes();
  };

  /** Requests the next chunk, or ends the download if there is none. */
  const ask = (command: LockCommand): void => {
    const { id, args } = command;
    const want = Math.min(MAX_CHUNK_BYTES, Number(args.size) - bytes.length);
    say({ id, offset: bytes.length, ...(want > 0 && { want }) });
    if (want > 0) return;
    const isRight = createHash('sha256').update(bytes).digest('hex') === sha256;
    if (!isRight) bytes = Buffer.alloc(0);
    current = undefined;
    onEnd({ ...command, args: { ...args, trouble: isRight ? undefined : 'Checksum' } });
  };

  const askAgain = (command: LockCommand): void => {
    if (current !== command) return;
    if (asks) ask(command);
    runLater(RETRY_INTERVAL_MS, () => askAgain(command));
  };

  const fetchAll = async (command: LockCommand): Promise<void> => {
    const [url, size] = [String(command.args.url), Number(command.args.size)];
    while (bytes.length < size) {
      say({ id: command.id, offset: bytes.length });
      const last = Math.min(size, bytes.length + RANGE) - 1;
      const response = await fetch(url, { headers: { range: `bytes=${bytes.length}-${last}` } });
      if (!response.ok) throw new Error(String(response.status));
      const body = Buffer.from(await response.arrayBuffer());
      if (current !== command) return;
      add(response.status === 206 ? body : body.subarray(bytes.length));
      if (body.length === 0) throw new Error('Nothing came');
    }
    ask(command);
  };

  return {
    /** Starts the download of a command; an earlier one ends. */
    start: (command: LockCommand): void => {
      if (sha256 !== command.args.sha256) bytes = Buffer.alloc(0);
      sha256 = command.args.sha256;
      current = command;
      asks = !fetches;
      askAgain(command);
      if (!asks)
        fetchAll(command).catch(() => {
          asks = true;
          if (current === command) ask(command);
        });
    },
    take: ({ id, offset, data }: FileChunk): void => {
      if (!asks || !current || id !== current.id || offset !== bytes.length) return;
      add(Buffer.from(data, 'base64'));
      ask(current);
    },
    stop: (): void => {
      current = undefined;
    },
  };
};
