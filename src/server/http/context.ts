import type { FastifyReply } from 'fastify';
import type { Console } from '../../config';
import type { Rights, Sessions } from '../auth';
import type { Endpoint } from '../calls/endpoint';
import type { AccessChanges, Store } from '../db';
import type { OperationLog } from '../entities';
import type { Files } from '../files/files';
import type { Fleet } from '../fleet';
import type { ReceiveForwarded } from '../traccar';
import type { ReplayGuard, VerifyRequestSign } from './admission';
import type { openMaps } from './maps';
import type { SocketLimits } from './sockets';

export const API_BASE = '/api';
/** Base path of the calls by Traccar. */
export const TRACCAR_BASE = '/traccar';

/** Default base path of uploaded files. */
export const FILES_URL = '/files';

export interface HttpOptions {
  /** Folder of received files, local copies and maps. */
  readonly dataDir: string;
  /** Folder of the built console; without it only the API is served. */
  readonly clientDir?: string;
  readonly signSecret: string;
  readonly title: string;
  /** Base URL of uploaded files for browsers. */
  readonly imageServerUrl: string;
  /** Reverse proxies whose forwarding headers are trusted, in Fastify's format. */
  readonly trustProxy?: boolean | string;
  readonly socketLimits?: Partial<SocketLimits>;
  /** Clock, epoch ms. */
  readonly now: () => number;
}

/** Log for calls, and for errors that an administrator should see. */
export interface HttpLog {
  /** @param details `request` is the id of the call */
  error(text: string, details?: { readonly stack?: string; readonly request?: string }): void;
  /** Undefined if calls are not logged. */
  readonly call?: (call: Readonly<Record<string, unknown>>) => void;
}

/** Endpoint for data forwarded by Traccar. It needs neither sign nor session, but its own token. */
export interface TraccarEndpoint {
  readonly token: string;
  readonly takeIn: ReceiveForwarded;
}

export interface HttpDependencies
  extends Omit<HttpContext, 'verifyRequestSign' | 'accessChanges' | 'calls' | 'now'> {
  readonly store: Store;
  readonly config: Console;
  readonly fleet: Pick<Fleet, 'isConnected'>;
  readonly calls: readonly Endpoint[];
  /** Encrypts passwords in the browser. */
  readonly publicKey: string;
  readonly maps: Awaited<ReturnType<typeof openMaps>>;
  /** Ends the background work and the connections of locks, because a newer server changed the database. */
  readonly onTooOld?: () => void;
  readonly options: HttpOptions;
  /** Endpoint for data that Traccar forwards, if it is enabled. */
  readonly traccar?: TraccarEndpoint;
}

export interface HttpContext {
  readonly verifyRequestSign: VerifyRequestSign;
  readonly sessions: Sessions;
  readonly rights: Rights;
  /** Cleared after any change: the rows that decide on access are edited like others. */
  readonly accessChanges: Pick<AccessChanges, 'clear'>;
  readonly replayGuard: ReplayGuard;
  readonly journal: OperationLog;
  readonly files: Files;
  readonly calls: ReturnType<typeof trackOpenCalls>;
  readonly log: HttpLog;
  /** Clock, epoch ms. */
  readonly now: () => number;
}

/** Tracks the calls in progress, with abort signals for those that wait. */
export const trackOpenCalls = () => {
  const open = new Set<AbortController>();
  let isClosing = false;
  return {
    /** True once the server is closing. */
    get isClosing() {
      return isClosing;
    },
    /** Returns a signal that aborts when the client disconnects or the server closes. */
    signalFor: ({ raw }: FastifyReply): AbortSignal => {
      const controller = new AbortController();
      if (isClosing || raw.destroyed) controller.abort();
      open.add(controller);
      raw.once('close', () => {
        open.delete(controller);
        // Also fires after the response was sent.
        if (!raw.writableFinished) controller.abort();
      });
      return controller.signal;
    },
    /** Aborts all signals because the server is closing, so that waiting calls end. */
    abort: (): void => {
      isClosing = true;
      for (const controller of open) controller.abort();
    },
  };
};
