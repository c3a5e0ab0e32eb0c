import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import { DATABASE_NOW, openStore } from '../../src/server/db';
import { closeAfterwards, ownPlace } from '../api/place';
import { runConsole } from '../e2e/startConsole';

describe.runIf(inject('postgres'))('a server that waits for an older one', () => {
  it('ends at once when it is stopped, and does not wait with UPGRADE=now', async () => {
    const { dataDir, databaseUrl } = await ownPlace(shipped);
    const store = await openStore({ dataDir, databaseUrl, config: shipped, log: () => {} });
    closeAfterwards(store.close);
    const { db } = store;
    await sql`delete from schema_migration where name = '0086_server_release'`.execute(db);
    await sql`alter table server_beat drop column release`.execute(db);
    const beat = () =>
      sql`insert into server_beat (id, at) values ('older', ${DATABASE_NOW})
        on conflict (id) do update set at = excluded.at`.execute(db);
    await beat();
    const heart = setInterval(beat, 3_000);
    onTestFinished(() => clearInterval(heart));
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      MQTT_PORT: '0',
      PORT: '0',
    };
    const server = spawn(process.execPath, ['dist/server/main.js'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    closeAfterwards(async () => server.kill('SIGKILL'));
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
    });
    await expect.poll(() => text).toContain('use them: older (before 0.2.0). Stop these');
    const exit = once(server, 'exit');
    server.kill();
    expect(await exit).toEqual([0, null]);

    const now = { env: { ...env, UPGRADE: 'now' }, dataDir };
    const next = await runConsole(now);
    closeAfterwards(next.kill);
    const { rows } = await sql`select id from server_beat where release is not null`.execute(db);
    expect(rows).toHaveLength(1);
    await next.stop();
  });
});
