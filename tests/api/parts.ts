import type { Console } from '../../src/config';
import { openRights } from '../../src/server/auth';
import type { Store } from '../../src/server/db';
import { openFiles } from '../../src/server/files/files';
import { openFleet as openFleetWith } from '../../src/server/fleet';
import { openMailer } from '../../src/server/notify/mail';
import type { SendSms } from '../../src/server/notify/sms';
import { openWebhooks } from '../../src/server/notify/webhook';
import { type ServeOptions, serve } from '../../src/server/serve';

/** Opens the permissions of roles. */
export const rightsOf = ({ db, accessChanges }: Store, config: Console, now = Date.now) =>
  openRights({ db, config, changes: accessChanges, now });

/** Opens a fleet that reads the permissions of the database. */
export const openFleet = (options: Omit<Parameters<typeof openFleetWith>[0], 'rights'>) =>
  openFleetWith({ ...options, rights: rightsOf(options.store, options.config) });

export interface HttpOptions extends ServeOptions {
  readonly sms?: SendSms;
  readonly webhookPrivate?: boolean;
}

type Served = Omit<Parameters<typeof serve>[0], 'rights' | 'files' | 'notifiers' | 'options'>;

/** Opens what the calls need, and serves them. */
export const serveCalls = (dependencies: Served & { readonly options: HttpOptions }) => {
  const { store, config, options } = dependencies;
  const { now, sms, title, webhookPrivate: allowPrivate = false } = options;
  const webhooks = openWebhooks(store.db, { allowPrivate, now });
  return serve({
    ...dependencies,
    rights: rightsOf(store, config, now),
    files: openFiles(store.db, options.dataDir),
    notifiers: { mailer: openMailer(store.db), sms, webhooks, title },
  });
};
