import type { Socket } from 'node:net';
import {
  CONNECTION_END,
  CONNECTION_EVENT,
  type ConnectionEvent,
  type ContactReason,
} from '../../domain/connection';
import { createTurns, MESSAGES_PER_TURN } from '../fleet/link';
import type { GatewayContext } from './context';
import type { Admission } from './limits';
import type { ProtocolSession } from './protocolFamily';

const EMPTY = new Uint8Array();

type FrameHandler = (connection: Connection, frame: Uint8Array) => Promise<void>;

interface AttachedLock {
  detach(connection: Connection): void;
}

/**
 * One TCP connection. Its frames are decoded in the order they arrive, some in each turn of the event loop, and stored
 * concurrently. While too many are not stored, none is decoded; while too many wait, the socket is paused. Several locks
 * can share a connection.
 */
export class Connection {
  readonly protocolSession: ProtocolSession;
  readonly address: string | undefined;
  readonly #socket: Socket;
  readonly #context: GatewayContext;
  readonly #admission: Admission;
  readonly #handleFrame: FrameHandler;
  readonly #locks = new Set<AttachedLock>();
  readonly #openedAt = Date.now();
  /** End of the connection: lost unless one of both sides closes it. */
  #end: ContactReason = CONNECTION_END.lost;
  #partialFrame: Uint8Array = EMPTY;
  #lastByteAt = this.#openedAt;
  #isIdentified = false;
  /** Reason for which the last frame named no lock. */
  #rejection = 'its bytes are no frames';
  #junkBytes = 0;
  /** Frames that wait to be decoded. */
  #queued = 0;
  /** Frames that are decoded and wait to be stored. */
  #unstored = 0;
  #decoding: Promise<void> = Promise.resolve();
  readonly #turn = createTurns(MESSAGES_PER_TURN);
  /** Called when a frame is stored, while the next one waits for that. */
  #onStored: (() => void) | undefined;

  constructor(
    socket: Socket,
    context: GatewayContext,
    admission: Admission,
    handleFrame: FrameHandler,
  ) {
    this.protocolSession = context.family.openSession();
    this.address = socket.remoteAddress;
    this.#socket = socket;
    this.#context = context;
    this.#admission = admission;
    this.#handleFrame = handleFrame;
  }

  /** Begins to read. @param onClosed called once the socket is closed and all its frames are decoded */
  open(onClosed: () => void): void {
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.once('end', () => {
      this.#end = CONNECTION_END.byLock;
    });
    this.#socket.once('close', () => {
      void this.#decoding.then(() => {
        onClosed();
        this.#warnIfUnidentified();
        this.#admission.release();
        for (const lock of this.#locks) lock.detach(this);
        this.#locks.clear();
      });
    });
  }

  /** Returns false if there is nothing to write, or the socket is no longer writable. */
  write(bytes: Uint8Array | undefined): boolean {
    if (!bytes || !this.#socket.writable) return false;
    this.#socket.write(bytes);
    return true;
  }

  /** Closes after all that was written is sent. */
  end(): void {
    this.#end = CONNECTION_END.byServer;
    this.#socket.end();
  }

  destroy(): void {
    if (!this.isClosed) this.#end = CONNECTION_END.byServer;
    this.#socket.destroy();
  }

  /** Records the end of a lock's connection. */
  noteEnd(sn: string): void {
    this.note(sn, { event: CONNECTION_EVENT.went, reason: this.#end });
  }

  /** Records a connection event of a lock. */
  note(sn: string, details: Omit<ConnectionEvent, 'sn' | 'address' | 'at'>): void {
    this.#context.inbox.note({ sn, address: this.address, at: Date.now(), ...details });
  }

  addLock(lock: AttachedLock): void {
    this.#locks.add(lock);
    this.#admission.showLock();
  }

  /** Closes the connection if that was its last lock. */
  removeLock(lock: AttachedLock): void {
    this.#locks.delete(lock);
    if (this.#locks.size === 0) this.destroy();
  }

  /** True once the socket is closed; frames that were read before may still wait. */
  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  get isFull(): boolean {
    return this.#locks.size >= this.#context.limits.locksPerConnection;
  }

  /** Notes that a frame named its lock. */
  identify(): void {
    this.#isIdentified = true;
    this.#junkBytes = 0;
  }

  /** Counts the bytes of a frame that names no lock. */
  rejectFrame(bytes: number, reason = 'its frames name none'): void {
    this.#rejection = reason;
    this.countJunk(bytes);
  }

  /** Counts bytes that name no lock. Returns false, and closes the connection, if there are too many in a row. */
  countJunk(bytes: number): boolean {
    this.#junkBytes += bytes;
    if (this.#junkBytes <= this.#context.limits.junkBytes) return true;
    this.destroy();
    return false;
  }

  /**
   * Starts to store a frame and returns at once. On failure the connection is closed: the lock sends again what was not
   * acknowledged.
   */
  store(sn: string, task: () => Promise<void>): void {
    this.#unstored += 1;
    task()
      .catch((error: unknown) => {
        this.#context.logError(`message of ${sn} not stored`)(error);
        this.destroy();
      })
      .finally(() => {
        this.#unstored -= 1;
        this.#onStored?.();
        this.#applyBackPressure();
      });
  }

  /**
   * Drops an unfinished frame that is overdue, and closes a connection that is unidentified or silent for too long.
   * Requests lost parts of messages from registered locks.
   */
  expire(now: number): void {
    const { identifyTimeout, partialFrameTimeout, silenceTimeout } = this.#context.limits;
    const silence = now - this.#lastByteAt;
    if (silence > partialFrameTimeout) this.#partialFrame = EMPTY;
    const isUnidentified = !this.#isIdentified && now - this.#openedAt > identifyTimeout;
    if (silence > silenceTimeout) this.#socket.destroy();
    else if (isUnidentified) this.destroy();
    else if (this.#locks.size > 0) this.write(this.protocolSession.requestMissing?.(now));
  }

  #warnIfUnidentified(): void {
    const { closing, warnUnidentified } = this.#context;
    if (this.#isIdentified || this.#socket.bytesRead === 0 || closing.aborted) return;
    warnUnidentified(this.address ?? 'unknown', this.#rejection);
  }

  #receive(bytes: Uint8Array): void {
    const { family } = this.#context;
    const partial = this.#partialFrame;
    const joined = partial.length === 0 ? bytes : Buffer.concat([partial, bytes]);
    const { frames, rest, skippedBytes } = family.splitFrames(joined);
    const isTooLong = rest.length > family.maxFrameBytes;
    // A copy: the rest would keep the whole read buffer alive.
    this.#partialFrame = isTooLong ? EMPTY : Uint8Array.from(rest);
    this.#lastByteAt = Date.now();
    if (!this.countJunk(skippedBytes + (isTooLong ? rest.length : 0))) return;
    this.#queued += frames.length;
    for (const frame of frames) this.#decodeNext(Uint8Array.from(frame));
    this.#applyBackPressure();
  }

  #decodeNext(frame: Uint8Array): void {
    this.#decoding = this.#decoding
      .then(() => this.#turn())
      .then(() => this.#waitForRoom())
      .then(() => this.#handleFrame(this, frame))
      .catch((error: unknown) => {
        this.#context.logError('frame not handled')(error);
        this.destroy();
      })
      .finally(() => {
        this.#queued -= 1;
        this.#applyBackPressure();
      });
  }

  async #waitForRoom(): Promise<void> {
    while (this.#unstored >= this.#context.limits.unstored)
      await new Promise<void>((resolve) => {
        this.#onStored = resolve;
      });
  }

  #applyBackPressure(): void {
    if (this.#unstored + this.#queued > this.#context.limits.unstored) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }
}
