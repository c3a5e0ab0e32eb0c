import { africa } from './africa';
import { americas } from './americas';
import { china } from './china';
import { europe } from './europe';
import { gulfIndia } from './gulfIndia';
import type { Route } from './route';

export type { Route } from './route';

/** Every way a demo truck drives. */
export const routes: readonly Route[] = [...china, ...europe, ...africa, ...americas, ...gulfIndia];
