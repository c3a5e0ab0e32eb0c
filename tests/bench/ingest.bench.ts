import { describe } from 'vitest';
import config from '../../resources.config';
import type { LockReport } from '../../src/domain/lock';
import { openFleet } from '../../src/server/fleet';
import { silentLink } from '../api/http/testServer';
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

type Handler = (
  sn: string,
  report: LockReport,
  receivedAt: number,
  isUndated: boolean,
) => Promise<unknown>;
let receive: Handler = async () => {};
const link = {
  ...silentLink,
  onReport: (handler: Handler) => {
    receive = handler;
  },
};
const fleet = await openFleet({ store, config, server: 'bench', link, log: quiet });
closeAtEnd(fleet.close);

describe(`${REPORTS} reports of ${LOCKS} locks, committed`, () => {
  bench(`baseline: by hand, one connection, ${BATCH} a transaction`, storeByHand, OPTIONS);
  bench(
    'by the server, with rules, geofences, alarms and detection of repeats',
    async () => {
      const receivedAt = Date.now();
      await Promise.all(
        nextReports().map(([sn, report]) => receive(sn, report, receivedAt, false)),
      );
    },
    OPTIONS,
  );
});
