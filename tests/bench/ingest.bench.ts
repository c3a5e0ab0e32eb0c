import { describe } from 'vitest';
import config from '../../resources.config';
import { createEmitter } from '../../src/server/fleet/link/inboxEvents';
import { silentLink } from '../api/http/testServer';
import { openFleet } from '../api/parts';
import {
  BATCH,
  LOCKS,
  nextReports,
  OPTIONS,
  quiet,
  REPORTS,
  store,
  storeByHand,
} from './ingestWorld';
import { bench, closeAtEnd } from './strictBench';

const { on, emit } = createEmitter(quiet);
const link = { ...silentLink, on };
const fleet = await openFleet({ store, config, server: 'bench', link, log: quiet });
closeAtEnd(fleet.close);

describe(`${REPORTS} reports of ${LOCKS} locks, committed`, () => {
  bench(`baseline: plain inserts, one connection, ${BATCH} a transaction`, storeByHand, OPTIONS);
  bench(
    'the server, with rules, geofences, alarms and deduplication',
    async () => {
      const receivedAt = Date.now();
      await Promise.all(
        nextReports().map(([sn, report]) => emit('report', sn, report, receivedAt, false)),
      );
    },
    OPTIONS,
  );
});
