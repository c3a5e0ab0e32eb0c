import type { Contract } from './contract';
import type * as health from './health';
import type * as live from './live';
import type * as places from './places';
import type * as reports from './reports';
import type * as session from './session';
import type * as tracks from './tracks';

type ByPath<C> = { readonly [Each in Extract<C, Contract> as Each['path']]: Each };

type In<Module> = Module[keyof Module];

/** Contracts of the calls with a fixed path. The browser's client types bodies and answers by them. */
export type Calls = ByPath<
  | In<typeof health>
  | In<typeof live>
  | In<typeof places>
  | In<typeof reports>
  | In<typeof session>
  | In<typeof tracks>
>;
