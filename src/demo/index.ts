import type { Demo } from '../server/start';
import { checkDemo } from './seed/checkDemo';
import { admitReplay } from './seed/devices';
import { DEMO_PASSWORD, DEMO_SECRET } from './seed/seedDemo';
import { startDemo } from './startDemo';

export const demo: Demo = {
  password: DEMO_PASSWORD,
  signSecret: DEMO_SECRET,
  check: checkDemo,
  admit: admitReplay,
  start: startDemo,
};
