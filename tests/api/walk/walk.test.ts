import { beforeAll, test } from 'vitest';
import config from '../../../resources.config';
import { type Caller, openCaller } from '../../e2e/caller';
import { round } from '../../rounds';
import { SECRET } from '../openServer';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';
import { SHORT_WALK } from './samples';
import { walkCalls } from './walkCalls';

let admin: Caller;

beforeAll(async () => {
  // Records that name a lock use those of the demo from SD2600060 on.
  const { url } = await startShipped(await ownPlace(config), { DEMO: '1', DEMO_LOCKS: '90' });
  admin = await openCaller(url, 'admin', { secret: SECRET });
});

const short = config.entities.filter(({ name }) => SHORT_WALK.includes(name));

for (const [i, entity] of round(short, config.entities).entries()) {
  test(`${entity.name}: every declared operation works over HTTP`, ({ task }) => {
    // Names and numbers of a second try are free. Locks repeat after 29.
    const tries = task.result?.retryCount ?? 0;
    return walkCalls(admin, entity, i * 2 + tries * 290);
  });
}
