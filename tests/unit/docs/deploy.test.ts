import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { optionsOf } from '../../../src/server/options';
import { SETTINGS } from '../../../src/server/settings';

test('docs/deploy/.env.example has every setting once', () => {
  const text = readFileSync('docs/deploy/.env.example', 'utf8');
  const names = [...text.matchAll(/^#?([A-Z\d_]+)=/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...SETTINGS].sort());
});

test('the unit of systemd waits longer for a stop than DRAIN_SECONDS may be', () => {
  const unit = readFileSync('docs/deploy/sealdesk.service', 'utf8');
  const limit = /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1];
  expect(limit).toBeDefined();
  expect(() => optionsOf({ DRAIN_SECONDS: limit }, '')).toThrow('DRAIN_SECONDS');
});
