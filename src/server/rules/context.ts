import type { Console } from '../../config';
import type { LoginKey, Mailing, OriginalLabels, Rights, Sessions } from '../auth';
import type { Database } from '../db';
import type { Files } from '../files/files';
import type { Fleet } from '../fleet';
import type { MessageLog } from '../fleet/log/messageLog';
import type { JobQueue } from '../jobs';
import type { Mailer } from '../notify/mail';
import type { SendSms } from '../notify/sms';
import type { Webhooks } from '../notify/webhook';
import type { CheckedCode } from './custom';

/** Broker and gateways that locks connect to, as far as rules need them. */
export interface LockBroker
  extends Pick<
    Fleet,
    'issue' | 'hasOwnBroker' | 'disconnect' | 'gateways' | 'keepSecret' | 'refresh' | 'wake'
  > {
  /** Address for locks: `mqtt://host:1883`. */
  readonly address: string;
  /** Host at which locks reach the gateways of native protocols. */
  readonly gatewayHost: string;
  /** Returns the base URL of the server's files for locks. */
  readonly filesUrl: () => string | undefined;
}

export interface Notifiers {
  readonly mailer: Mailer;
  /** Undefined if no gateway is configured; no text message is sent then. */
  readonly sms: SendSms | undefined;
  readonly webhooks: Webhooks;
  /** Title used in mails and text messages. */
  readonly title: string;
}

export interface RuleDependencies {
  readonly db: Database;
  readonly config: Console;
  readonly key: LoginKey;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly files: Files;
  /** Queue for work that takes longer than a call. */
  readonly queue: JobQueue;
  readonly broker: LockBroker;
  readonly notifiers: Notifiers;
  readonly readMailing: (db: Database) => Promise<Mailing>;
  /** Undefined if no messages of locks arrive here. */
  readonly watchMessages: MessageLog['watch'] | undefined;
  readonly custom?: CheckedCode['server'];
  readonly log: { warn(text: string): void; error(text: string): void };
  /** Epoch ms. */
  readonly now: () => number;
}

/** Dependencies of the rules for roles and menus. */
export interface OrganisationDependencies extends Pick<RuleDependencies, 'config'> {
  /** Seeded labels of menus and buttons. */
  readonly labels: OriginalLabels;
}
