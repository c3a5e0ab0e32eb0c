import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import type { Store } from '../../../src/server/db';
import { createTicketSender } from '../../../src/server/fleet/commands';
import { type DeviceLink, NotSentError } from '../../../src/server/fleet/link';
import { testStore } from '../db/testStore';
import { addLocks } from '../locks';
import { ownPlace } from '../place';

const UNTIL = Date.now() + 3_600_000;
const REPLY_LIMIT = 60_000;
let store: Store;

beforeAll(async () => {
  store = await testStore({ place: await ownPlace(config), config });
  await sql`insert into org (id, org_name, org_type) values (1, 'Root', 1)`.execute(store.db);
});

/** Adds an online lock with a waiting command. */
const waitingTicket = async (sn: string) => {
  await addLocks(store.db, { sn, org_id: 1, status: 2, protocol: 0, communicate_status: 1 });
  await sql`insert into "appointmentCommandRecord" (sn, org_id, cmd, args, state, create_time, deadline)
    values (${sn}, 1, 'seal', '{}', 'waiting', 1, ${UNTIL})`.execute(store.db);
};

const ticketOf = async (sn: string) =>
  (
    await sql<{ state: string; send_time: number | null; deadline: number }>`
      select state, send_time, deadline from "appointmentCommandRecord" where sn = ${sn}`.execute(
      store.db,
    )
  ).rows[0];

const log = { info: () => {}, warn: () => {}, error: () => {} };
/** Lets every ticket go out. */
const judge = async () => new Map();

const deliverBy = (send: DeviceLink['send'], sn: string) => {
  const link = { isConnected: () => true, send } as Partial<DeviceLink> as DeviceLink;
  return createTicketSender({ db: store.db, link, log, judge, replyLimit: REPLY_LIMIT }).deliver([
    sn,
  ]);
};

it('a command that cannot leave the server goes back to waiting, and is sent later', async () => {
  await waitingTicket('LOST');
  await deliverBy(async () => {
    throw new NotSentError('No connection');
  }, 'LOST');
  expect(await ticketOf('LOST')).toEqual({ state: 'waiting', send_time: null, deadline: UNTIL });
  const sent: string[] = [];
  await deliverBy(async (sn) => void sent.push(sn), 'LOST');
  await deliverBy(async (sn) => void sent.push(sn), 'LOST');
  expect(sent).toEqual(['LOST']);
  expect(await ticketOf('LOST')).toMatchObject({ state: 'sent' });
});

it('a command that may have left the server is not sent again', async () => {
  await waitingTicket('UNSURE');
  await deliverBy(async () => {
    throw new Error('The broker did not take the command');
  }, 'UNSURE');
  expect(await ticketOf('UNSURE')).toMatchObject({ state: 'sent' });
});

/** Returns a connection to the database that loses queries or their answers until it is restored. */
const breakable = () => {
  let lost: 'queries' | 'answers' | undefined;
  const failIf = (what: typeof lost) => {
    if (lost === what) throw new Error('Connection terminated unexpectedly');
  };
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      failIf('queries');
      return node;
    },
    transformResult: async ({ result }) => {
      failIf('answers');
      return result;
    },
  });
  return {
    db,
    lose: (what: typeof lost) => {
      lost = what;
    },
    restore: () => {
      lost = undefined;
    },
  };
};

it('a command is sent once even if the database’s answer is lost', async () => {
  await waitingTicket('MARKED');
  const { db, lose, restore } = breakable();
  let outages = 1;
  const sent: string[] = [];
  const link = {
    isConnected: () => true,
    send: async (sn: string) => void sent.push(sn),
  } as Partial<DeviceLink> as DeviceLink;
  const { deliver, settle } = createTicketSender({
    ...{ db, link, log, replyLimit: REPLY_LIMIT },
    judge: async () => {
      if (outages > 0) lose('answers');
      outages -= 1;
      return new Map();
    },
  });
  await expect(deliver(['MARKED'])).rejects.toThrow('terminated');
  expect([await ticketOf('MARKED'), sent]).toMatchObject([{ state: 'sent' }, []]);
  // The database is still away.
  await expect(settle()).rejects.toThrow('terminated');
  restore();
  await settle();
  await settle();
  expect(sent).toEqual(['MARKED']);
  expect((await ticketOf('MARKED'))?.deadline).toBeGreaterThan(Date.now());
});

it('a command that cannot leave the server waits again once the database is back', async () => {
  await waitingTicket('BOTH');
  const { db, lose, restore } = breakable();
  const link = {
    isConnected: () => true,
    send: async () => {
      // The database is lost with the way to the lock.
      lose('queries');
      throw new NotSentError('write EPIPE');
    },
  } as Partial<DeviceLink> as DeviceLink;
  const { deliver, settle } = createTicketSender({ db, link, log, judge, replyLimit: REPLY_LIMIT });
  await expect(deliver(['BOTH'])).rejects.toThrow('terminated');
  expect(await ticketOf('BOTH')).toMatchObject({ state: 'sent' });
  restore();
  await settle();
  expect(await ticketOf('BOTH')).toEqual({ state: 'waiting', send_time: null, deadline: UNTIL });
});
