import type { Database } from '../db';
import type { Task } from '../work/worker';
import type { Commands } from './commands';
import type { Link } from './link';
import type { LiveFeed } from './live/live';

/** Interface of the locks to the rest of the server. */
export interface Fleet extends Commands, Pick<LiveFeed, 'snapshots' | 'changes' | 'preload'> {
  /** URL of the broker, without credentials. */
  readonly mqttUrl: string;
  /** True if the broker is embedded, so that this server manages the locks' passwords. */
  readonly hasOwnBroker: boolean;
  readonly gateways: Link['gateways'];
  /** Stores the password that commands to a native-protocol lock need. */
  keepSecret(sn: string, secret: string, db: Database): Promise<void>;
  /** To be called when a lock's record has changed. */
  refresh(sn: string): void;
  /** Closes a lock's connection to the embedded broker or to a gateway. */
  disconnect(sn: string): void;
  /** True if the broker is connected. */
  isConnected(): boolean;
  /** Background work, which ends before the fleet closes. */
  readonly tasks: readonly Task[];
  close(): Promise<void>;
}
