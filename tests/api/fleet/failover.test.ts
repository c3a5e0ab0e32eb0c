import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { type Database, openStore } from '../../../src/server/db';
import type { GroupLink } from '../../../src/server/fleet/link';
import { failoverTasks } from '../../../src/server/fleet/presence/failover';
import { closeAfterwards, ownPlace } from '../place';

let db: Database;

beforeAll(async () => {
  const store = await openStore({ ...(await ownPlace(shipped)), config: shipped, log: () => {} });
  closeAfterwards(store.close);
  db = store.db;
});

/** Members of a group as their broker tells them to each other, and the sessions it keeps. */
const openGroup = (group: string) => {
  const members = new Set<string>();
  const takeovers: string[] = [];
  let newest = 0;
  /** @param joining runs where the session is connected */
  const server = (clientId: string, joining = async () => {}) => {
    let joined = Promise.resolve();
    const link: GroupLink = {
      board: {
        isRead: () => true,
        onRead: () => {},
        members: () => members,
        hasNamesake: () => false,
        lastBeat: () => newest,
        announce: () => void members.add(clientId),
        announceBeat: (at) => {
          newest = at;
        },
        close: async () => {},
      },
      join: () => {
        joined = joining();
      },
      inherit: async (name) => void takeovers.push(name),
    };
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const [own, dead] = failoverTasks({ db, group, clientId, link, takesGroup: false, log });
    if (!own?.release || !dead) throw new Error('The tasks have changed');
    const context = { now: Date.now, signal: new AbortController().signal };
    return {
      beat: () => own.run(context).then(() => joined),
      takeOver: () => dead.run(context),
      stop: async () => {
        members.delete(clientId);
        await own.release?.();
      },
    };
  };
  return { server, members, takeovers };
};

const rowsOf = (group: string) =>
  db.selectFrom('mqtt_session').select('client_id').where('shared_group', '=', group).execute();

it('a server that stops is taken over, one that has started again is not', async () => {
  const { server, takeovers } = openGroup('restart');
  const [first, second] = [server('first'), server('second')];
  await first.beat();
  await second.beat();
  await first.takeOver();
  expect(takeovers).toEqual([]);
  await second.stop();
  await second.beat();
  await first.takeOver();
  expect(takeovers).toEqual([]);
  await second.stop();
  await first.takeOver();
  expect(takeovers).toEqual(['second']);
  expect(await rowsOf('restart')).toEqual([{ client_id: 'first' }]);
});

it('no server takes over one that connects its session at this moment', async () => {
  const { server, members, takeovers } = openGroup('moment');
  const first = server('first');
  await first.beat();
  const late = server('late', async () => {
    // Other servers read the announcement later than the heartbeat.
    members.delete('late');
    await first.takeOver();
  });
  // It has stopped before.
  await sql`insert into mqtt_session (client_id, shared_group, at) values ('late', 'moment', 0)`.execute(
    db,
  );
  await late.beat();
  expect(takeovers).toEqual([]);
});

it('a silent server that is still connected is not taken over', async () => {
  const { server, takeovers } = openGroup('silent');
  const [first, busy] = [server('first'), server('busy')];
  await first.beat();
  await busy.beat();
  await sql`update mqtt_session set at = 0 where client_id = 'busy'`.execute(db);
  await first.takeOver();
  expect(takeovers).toEqual([]);
});
