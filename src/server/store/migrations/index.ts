import { base } from './0001_base';
import { systemParams } from './0002_system_params';
import { movedOrg } from './0003_moved_org';
import { organisation } from './0004_organisation';
import { jobs } from './0005_jobs';
import { regions } from './0006_regions';
import type { Migration } from './migration';

export { migrate } from './migrate';
export type { Migration } from './migration';

/** Every migration there ever was, in order; only ever added to at the end. */
export const migrations: readonly Migration[] = [
  base,
  systemParams,
  movedOrg,
  organisation,
  jobs,
  regions,
];
