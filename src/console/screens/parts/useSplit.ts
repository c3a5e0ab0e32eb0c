import type { RaRecord } from 'ra-core';
import { useState } from 'react';
import type { KeptVerb } from './keptFrom';
import { useKept } from './useKept';

/**
 * The records that something may be done with, and those that are kept from it. A selection follows the rows; a dialog
 * stays with what it was opened for.
 */
export const useSplit = (verb: KeptVerb, records: readonly RaRecord[]) => {
  const kept = useKept();
  const [split] = useState(() => ({
    able: records.filter((record) => kept(verb, record) === undefined),
    left: records.filter((record) => kept(verb, record) !== undefined),
  }));
  return split;
};
