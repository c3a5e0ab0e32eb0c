import type { FileChunk } from '../../domain/lock';
import type { Connection } from './Connection';
import type { CommandProgress, TargetLock } from './protocolFamily';

interface TransferOptions {
  readonly connection: () => Connection | undefined;
  readonly target: () => TargetLock;
  /** Passes on the request for the next chunk. */
  readonly onProgress: (progress: CommandProgress) => void;
}

/** Sends a firmware file to a lock chunk by chunk, and goes on if a chunk gets no reply in time. */
export class Transfer {
  readonly #options: TransferOptions;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: TransferOptions) {
    this.#options = options;
  }

  /** Does nothing if the lock is not connected, or no command waits for a chunk. */
  send({ offset, size, data }: FileChunk): void {
    this.stop();
    const connection = this.#options.connection();
    const chunk = { offset, fileSize: size, data: Buffer.from(data, 'base64') };
    const target = this.#options.target();
    const encoded = connection?.protocolSession.encodeChunk?.(chunk, Date.now(), target);
    if (!connection || !encoded) return;
    connection.write(encoded.bytes);
    this.#retryTimer = setTimeout(() => this.#resume(), encoded.replyTimeoutMs);
  }

  stop(): void {
    clearTimeout(this.#retryTimer);
  }

  #resume(): void {
    const { connection, target, onProgress } = this.#options;
    const progress = connection()?.protocolSession.resumeTransfer?.(Date.now(), target());
    if (progress) onProgress(progress);
  }
}
