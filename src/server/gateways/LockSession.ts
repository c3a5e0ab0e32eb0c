import { CONNECTION_EVENT } from '../../domain/connection';
import type { FileChunk, LockCommand } from '../../domain/lock';
import type { JudgeAgain } from '../fleet/link';
import type { Connection } from './Connection';
import { CommandQueue } from './commandQueue';
import type { GatewayContext } from './context';
import type { RegisteredLock } from './lockDirectory';
import type { CommandProgress, CommandResult, EncodeResult, TargetLock } from './protocolFamily';

/** Margin after the expiry of the last command, ms. */
const EXPIRY_MARGIN = 1_000;

/** State of a lock that is connected, or was until lately: it outlives a connection while commands wait for the next. */
export class LockSession {
  readonly sn: string;
  readonly #context: GatewayContext;
  readonly #commands: CommandQueue;
  readonly #onIdle: () => void;
  #lock: RegisteredLock;
  #wireId: string;
  #connection: Connection | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Runs while a chunk of a firmware file waits for its reply. */
  #chunkTimer: NodeJS.Timeout | undefined;

  /** @param onIdle called when the lock is not connected and no command waits for it */
  constructor(lock: RegisteredLock, wireId: string, context: GatewayContext, onIdle: () => void) {
    this.sn = lock.sn;
    this.#lock = lock;
    this.#wireId = wireId;
    this.#context = context;
    this.#onIdle = onIdle;
    const { family, inbox, logError } = context;
    this.#commands = new CommandQueue({
      family,
      target: () => this.#target(),
      reply: (reply) => void inbox.reply(this.sn, reply).catch(logError(`answer of ${this.sn}`)),
      onError: logError(`commands to ${this.sn}`),
    });
  }

  get lock(): RegisteredLock {
    return this.#lock;
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Takes over what is now known of the lock. Commands of a former owner are dropped. */
  update(lock: RegisteredLock, wireId: string): void {
    if (lock.ownedSince !== this.#lock.ownedSince) this.#forget();
    this.#lock = lock;
    this.#wireId = wireId;
  }

  /**
   * Moves the lock to a connection, and its waiting commands with it. The newest connection wins: late frames of a
   * closed one do not take the lock back.
   */
  attach(connection: Connection): void {
    const previous = this.#connection;
    if (previous === connection || (previous && connection.isClosed)) return;
    this.#connection = connection;
    clearTimeout(this.#idleTimer);
    connection.addLock(this);
    previous?.removeLock(this);
    const { inbox, logError } = this.#context;
    connection.note(this.sn, {
      event: CONNECTION_EVENT.came,
      protocol: this.#lock.protocol,
    });
    inbox.connection(this.sn, true);
    inbox.presence(this.sn, true).catch(logError(`presence of ${this.sn}`));
    this.#commands.connect({
      session: connection.protocolSession,
      write: (encoded) => this.#writeCommand(connection, encoded),
    });
  }

  /** Called when a connection of the lock is closed. */
  detach(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    clearTimeout(this.#chunkTimer);
    this.#commands.connect(undefined);
    const { closing, inbox } = this.#context;
    if (!closing.aborted) {
      connection.noteEnd(this.sn);
      inbox.connection(this.sn, false);
    }
    this.#endWhenIdle();
  }

  /**
   * Reads the lock's record again. Closes its connection if it may no longer report here, or has another owner: the
   * connection may hold commands of the former one.
   */
  async refresh(): Promise<void> {
    const lock = await this.#context.locks.find(this.#wireId);
    const isSame = lock?.sn === this.sn && lock.ownedSince === this.#lock.ownedSince;
    if (isSame && this.#context.accepts(lock)) {
      this.#lock = lock;
      return;
    }
    if (!isSame) this.#forget();
    this.#connection?.destroy();
  }

  send(command: LockCommand, judgeAgain: JudgeAgain): void {
    this.#commands.add(command, judgeAgain);
  }

  /**
   * Sends a chunk of a firmware file, and goes on if it gets no reply in time. Does nothing if the lock is not connected,
   * or no command waits for a chunk.
   */
  sendChunk({ offset, size, data }: FileChunk): void {
    clearTimeout(this.#chunkTimer);
    const connection = this.#connection;
    const chunk = { offset, fileSize: size, data: Buffer.from(data, 'base64') };
    const encoded = connection?.protocolSession.encodeChunk?.(chunk, Date.now(), this.#target());
    if (!connection || !encoded) return;
    connection.write(encoded.bytes);
    this.#chunkTimer = setTimeout(() => this.#resumeTransfer(), encoded.replyTimeoutMs);
  }

  /** Ends the command that a result belongs to. Stores the lock's new password first. */
  async finishCommand(result: CommandResult): Promise<void> {
    const { locks, inbox } = this.#context;
    const { password } = result;
    if (password !== undefined) {
      await locks.keepSecret(this.sn, password);
      this.#lock = { ...this.#lock, password };
    }
    const reply = this.#commands.finish(result);
    if (reply) await inbox.reply(this.sn, reply);
  }

  async reportProgress(update: CommandProgress): Promise<void> {
    const progress = this.#commands.progress(update);
    if (progress) await this.#context.inbox.progress(this.sn, progress);
  }

  close(): void {
    this.#commands.close();
    clearTimeout(this.#chunkTimer);
    clearTimeout(this.#idleTimer);
  }

  #forget(): void {
    this.#commands.clear();
    clearTimeout(this.#chunkTimer);
  }

  #resumeTransfer(): void {
    const session = this.#connection?.protocolSession;
    const progress = session?.resumeTransfer?.(Date.now(), this.#target());
    if (!progress) return;
    this.reportProgress(progress).catch(this.#context.logError(`upgrade of ${this.sn}`));
  }

  #target(): TargetLock {
    const { protocol, password } = this.#lock;
    return { id: this.#wireId, protocol, ...(password && { password }) };
  }

  #writeCommand(
    connection: Connection,
    { bytes, maskedFrame, content }: Extract<EncodeResult, { bytes: Uint8Array }>,
  ): void {
    connection.write(bytes);
    const { logMessage, logError } = this.#context;
    const raw = maskedFrame ?? bytes;
    const message = { sn: this.sn, at: Date.now(), down: true, raw, said: content };
    logMessage(message, this.#lock).catch(logError('messages not kept'));
  }

  #endWhenIdle(): void {
    const remaining = this.#commands.lastExpiry() - Date.now();
    if (remaining <= 0) {
      this.close();
      this.#onIdle();
    } else if (!this.#context.closing.aborted) {
      this.#idleTimer = setTimeout(() => this.#endWhenIdle(), remaining + EXPIRY_MARGIN);
      this.#idleTimer.unref();
    }
  }
}

export class LockSessions {
  readonly #context: GatewayContext;
  readonly #sessions = new Map<string, LockSession>();

  constructor(context: GatewayContext) {
    this.#context = context;
  }

  find(sn: string): LockSession | undefined {
    return this.#sessions.get(sn);
  }

  /** Returns the session of a lock. Creates it if there is none. */
  open(lock: RegisteredLock, wireId: string): LockSession {
    const { sn } = lock;
    const existing = this.#sessions.get(sn);
    existing?.update(lock, wireId);
    if (existing) return existing;
    const session = new LockSession(lock, wireId, this.#context, () => this.#sessions.delete(sn));
    this.#sessions.set(sn, session);
    return session;
  }

  /** Reads the records of a lock again; without a serial number, of all. */
  async refresh(sn?: string): Promise<void> {
    const session = sn === undefined ? undefined : this.find(sn);
    const stale = sn === undefined ? [...this.#sessions.values()] : session ? [session] : [];
    await Promise.all(stale.map((each) => each.refresh()));
  }

  close(): void {
    for (const session of this.#sessions.values()) session.close();
  }
}
