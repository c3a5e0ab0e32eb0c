import type { Custom } from '../server/serve';

/** Calls and tasks of an installation itself: docs/extending.md, "Calls and tasks of your own". */
export const custom: Custom = () => ({ calls: [], tasks: [] });
