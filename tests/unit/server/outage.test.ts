import { expect, it } from 'vitest';
import { createOutageLog } from '../../../src/server/outage';

it('logs an outage of the database in one line, and its end in another', async () => {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const outages = createOutageLog({ info: say, warn: say, error: say });
  let isAway = true;
  outages.watch(async () => {
    if (isAway) throw new Error('connect ECONNREFUSED 127.0.0.1:5432');
  });
  const { log } = outages;
  for (let i = 0; i < 50; i++) {
    log.error('/device/list: Error: connect ECONNREFUSED 127.0.0.1:5432\n    at somewhere');
    log.error('Tickets not ended: Connection terminated unexpectedly');
    log.error('Waves wait: Client has encountered a connection error and is not queryable');
    log.info(
      'Storage: an idle connection broke: terminating connection due to administrator command',
    );
  }
  log.error('Something else');
  await expect.poll(() => lines).toHaveLength(2);
  isAway = false;
  await expect.poll(() => lines).toHaveLength(3);
  expect(lines).toEqual([
    'Something else',
    'The database does not answer: /device/list: Error: connect ECONNREFUSED 127.0.0.1:5432',
    'The database answers again',
  ]);
  log.error('MQTT broker mqtt://away: connect ECONNREFUSED 127.0.0.1:1883');
  await expect
    .poll(() => lines)
    .toContain('MQTT broker mqtt://away: connect ECONNREFUSED 127.0.0.1:1883');
  await outages.close();
});
