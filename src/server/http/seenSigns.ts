import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { CallError, text } from '../calls';
import type { Database } from '../store';
import { SIGN_WINDOW } from './checkSign';

/** The signs of calls that changed something: each is good for one such call, at whichever server. */
export interface SeenSigns {
  /** @throws CallError `signError` when this session has sent this sign before */
  use(token: string, sign: string): Promise<void>;
  sweep(): Promise<void>;
}

export const openSeenSigns = (db: Database, now: () => number): SeenSigns => ({
  use: async (token, sign) => {
    const hash = createHash('sha256').update(`${token} ${sign}`).digest('base64url');
    const { rows } = await sql`
      insert into seen_sign (hash, at) values (${hash}, ${now()})
      on conflict do nothing returning 1`.execute(db);
    if (rows.length === 0) throw new CallError('signError', text('repeated'));
  },
  sweep: async () => {
    // One from a clock that is fast is good until the end of its own window.
    await sql`delete from seen_sign where at < ${now() - 2 * SIGN_WINDOW}`.execute(db);
  },
});
