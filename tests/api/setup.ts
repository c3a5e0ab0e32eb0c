import { afterAll } from 'vitest';
import { hashAtCost } from '../../src/server/auth';
import { CHEAP_PASSWORDS, closeOpened } from './place';

// Registered before the hooks of the file, so it runs last.
afterAll(closeOpened);

// The cost of hashes has a test of its own. Here it would take a tenth of the time.
hashAtCost(CHEAP_PASSWORDS);
