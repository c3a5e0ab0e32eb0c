import { beforeAll, test } from 'vitest';
import config from '../../../resources.config';
import { type Caller, openCaller } from '../../e2e/caller';
import { SECRET } from '../openServer';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';
import { walkCalls } from './walkCalls';

let admin: Caller;

beforeAll(async () => {
  // Records that name a lock take those of the demo from SD2600060 on.
  const { url } = await startShipped(await ownPlace(config), { DEMO: '1', DEMO_LOCKS: '90' });
  admin = await openCaller(url, 'admin', { secret: SECRET });
});

for (const [i, entity] of config.entities.entries()) {
  test(`${entity.name}: what its declaration says can be done by calls`, () =>
    walkCalls(admin, entity, i * 2));
}
