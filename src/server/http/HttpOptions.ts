import type { Console } from '../../config';
import type { Fleet } from '../fleet';
import type { SessionTimes } from '../session';
import type { Store } from '../store';

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
  /** Whose word is taken for a client's address: the proxies in front, as Fastify takes them. */
  readonly trustProxy?: boolean | string;
  readonly sessionTimes?: SessionTimes;
  /** ms since 1970. */
  readonly now?: () => number;
}

/** What happens that somebody should look at. */
export interface HttpLog {
  error(text: string): void;
}

export interface HttpGiven {
  readonly store: Store;
  readonly config: Console;
  readonly fleet: Fleet;
  readonly log: HttpLog;
  readonly options: HttpOptions;
}
