import type { RaRecord } from 'ra-core';

/** Records as the targets of commands: a command knows a lock by its SN. */
export const targetsOf = (
  records: readonly RaRecord[],
): { sn: string; [field: string]: unknown }[] =>
  records.map((record) => ({ ...record, sn: String(record.sn) }));
