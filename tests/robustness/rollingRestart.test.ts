import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import shipped from '../../resources.config';
import { closeAfterwards, ownFolder, ownPlace } from '../api/place';
import { freePort, runConsole } from '../e2e/startConsole';
import { startLoad } from './mixedLoad';
import {
  groupSettings,
  haproxy,
  isMissing,
  mosquitto,
  openBalancer,
  openMosquitto,
} from './programs';

/** Restarts of each server; ten take four minutes. */
const ROUNDS = Number(process.env.RESTART_ROUNDS ?? 2);
const SECRET = 'rolling';

describe.runIf(inject('postgres'))('servers behind a load balancer', () => {
  it('restart one after the other without a failed call, a lost or a doubled report', async ({
    skip,
  }) => {
    if (!mosquitto || !haproxy) return skip(isMissing('mosquitto', 'haproxy'));
    const broker = await openMosquitto(mosquitto);
    const { databaseUrl } = await ownPlace(shipped);
    const ports = [await freePort(), await freePort(), await freePort()];
    const starting = ports.map(async (port) => {
      const { dataDir } = await ownFolder();
      const env = {
        ...groupSettings(databaseUrl, broker.url, SECRET),
        PORT: String(port),
        DRAIN_SECONDS: '2',
      };
      const start = async () => {
        const server = await runConsole({ env, dataDir });
        closeAfterwards(server.kill);
        await expect.poll(async () => (await fetch(`${server.url}/readyz`)).ok).toBe(true);
        return server;
      };
      return { start, server: await start() };
    });
    const servers = await Promise.all(starting);
    const url = await openBalancer(haproxy, ports);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).ok).toBe(true);
    const endLoad = await startLoad({
      urls: [url],
      mqttUrl: broker.url,
      databaseUrl,
      secret: SECRET,
      callsPerSecond: 50,
    });
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of servers) {
        await each.server.stop();
        each.server = await each.start();
        // Until the balancer sends calls to it again.
        await sleep(1_500);
      }
    }
    await endLoad();
  });
});
