import type { Contract } from './contract';
import type { reportExport, reportRun } from './reports';

type ByPath<C extends Contract> = { readonly [Each in C as Each['path']]: Each };

/** Contracts of the calls with a fixed path. The browser's client types bodies and answers by them. */
export type Calls = ByPath<typeof reportRun | typeof reportExport>;
