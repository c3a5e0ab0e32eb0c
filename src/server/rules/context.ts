import type { Console } from '../../config';
import type { LoginKey, OriginalLabels, Rights, Sessions } from '../auth';
import type { Database } from '../db';
import type { Files } from '../files';
import type { Fleet } from '../fleet';
import type { JobQueue } from '../jobs';
import type { Mailer } from '../notify/mail';
import type { SendSms } from '../notify/sms';
import type { Webhooks } from '../notify/webhook';

/** Where locks connect, as far as rules are concerned. */
export interface LockBroker
  extends Pick<
    Fleet,
    'hasOwnBroker' | 'disconnect' | 'gateways' | 'keepSecret' | 'refresh' | 'wake'
  > {
  /** As locks reach it: `mqtt://host:1883`. */
  readonly address: string;
  /** As locks reach the listeners of their makers' protocols. */
  readonly gatewayHost: string;
}

/** How somebody outside is told. */
export interface Notifiers {
  readonly mailer: Mailer;
  /** Without it no text message goes. */
  readonly sms: SendSms | undefined;
  readonly webhooks: Webhooks;
  /** What mails and messages are called. */
  readonly title: string;
}

/** What the rules of entities work with besides the change itself. */
export interface RuleDependencies {
  readonly db: Database;
  readonly config: Console;
  readonly key: LoginKey;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly files: Files;
  /** Where work goes that takes longer than a call. */
  readonly queue: JobQueue;
  /** Where locks connect. */
  readonly broker: LockBroker;
  readonly notifiers: Notifiers;
  /** ms since 1970. */
  readonly now: () => number;
}

/** What the rules of this folder share. */
export interface OrganisationDependencies extends Pick<RuleDependencies, 'config'> {
  /** What menus and buttons are called. */
  readonly labels: OriginalLabels;
}
