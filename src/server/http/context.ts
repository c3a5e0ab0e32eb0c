import type { FastifyReply } from 'fastify';
import type { Console } from '../../config';
import type { Rights, Sessions, SessionTimes } from '../auth';
import type { Store } from '../db';
import type { OperationLog } from '../entities';
import type { Files } from '../files';
import type { Fleet } from '../fleet';
import type { SendSms } from '../notify/sms';
import type { ReplayGuard, VerifyRequestSign } from './admission';
import type { SocketLimits } from './sockets';
import type { TraccarEndpoint } from './traccar';

/** Where the calls of the API are. */
export const API_BASE = '/api';

/** Where uploaded files are, unless the options say otherwise. */
export const FILES_URL = '/files';

export interface HttpOptions {
  /** Uploaded files are kept in it. */
  readonly dataDir: string;
  /** The built console; without it only the API is served. */
  readonly clientDir?: string;
  readonly signSecret: string;
  readonly title: string;
  /** Base URL of the maps service. */
  readonly mapService?: string;
  /** Base URL of uploaded files as browsers see it. */
  readonly imageServerUrl?: string;
  /** Where locks reach this server; without it where the operator who sends them there does. */
  readonly publicUrl?: string;
  /** Where locks reach the broker, and where one of our own listens. */
  readonly mqttPublicUrl?: string;
  readonly mqttListen?: string;
  /** The same for locks that speak their maker's protocol. */
  readonly gatewayPublicHost?: string;
  readonly gatewayListen?: string;
  /** How text messages go; without it none does. */
  readonly sms?: SendSms;
  /** Whether webhooks may go to private networks, and without TLS. */
  readonly webhookPrivate?: boolean;
  /** Whose word is taken for a client's address: the proxies in front, as Fastify takes them. */
  readonly trustProxy?: boolean | string;
  readonly sessionTimes?: SessionTimes;
  readonly socketLimits?: Partial<SocketLimits>;
  /** ms since 1970. */
  readonly now?: () => number;
}

/** What happens that somebody should look at. */
export interface HttpLog {
  error(text: string): void;
}

export interface HttpDependencies {
  readonly store: Store;
  readonly config: Console;
  readonly fleet: Fleet;
  readonly log: HttpLog;
  readonly options: HttpOptions;
  /** Where Traccar forwards to, where it may. */
  readonly traccar?: TraccarEndpoint;
  /** Whether records of the past are still being made, as in a new demo. */
  readonly isGrowing?: () => boolean;
}

/** What every call passes through. */
export interface HttpContext {
  readonly verifyRequestSign: VerifyRequestSign;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly replayGuard: ReplayGuard;
  readonly journal: OperationLog;
  readonly files: Files;
  readonly calls: OpenCalls;
  readonly log: HttpLog;
  /** ms since 1970. */
  readonly now: () => number;
}

/** The calls that are being answered, to be told when there is nobody left to answer to. */
interface OpenCalls {
  /** A signal that aborts when the client hangs up or the server closes. */
  signalFor(reply: FastifyReply): AbortSignal;
  /** The server closes: whoever waits for something is to stop waiting. */
  abort(): void;
  /** Whether the server closes. */
  readonly isClosing: boolean;
}

export const trackOpenCalls = (): OpenCalls => {
  const open = new Set<AbortController>();
  let isClosing = false;
  return {
    get isClosing() {
      return isClosing;
    },
    signalFor: ({ raw }) => {
      const controller = new AbortController();
      if (isClosing || raw.destroyed) controller.abort();
      open.add(controller);
      // Comes when the answer is sent, too; nobody listens any more then.
      raw.once('close', () => {
        open.delete(controller);
        controller.abort();
      });
      return controller.signal;
    },
    abort: () => {
      isClosing = true;
      for (const controller of open) controller.abort();
    },
  };
};
