import { afterAll } from 'vitest';
import { closeOpened } from './place';

// Before the hooks of the file, and so the last after its tests.
afterAll(closeOpened);
