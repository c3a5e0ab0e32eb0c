import { afterAll } from 'vitest';
import { hashAtCost } from '../../src/server/auth';
import { CHEAP_PASSWORDS, closeOpened } from './place';

// Before the hooks of the file, and so the last after its tests.
afterAll(closeOpened);

// What a hash costs is proved where hashes are: here it would be a tenth of all the time.
hashAtCost(CHEAP_PASSWORDS);
