import { useCallback } from 'react';
import type { Row } from '../../../fields/views';
import { type KeptVerb, keptFrom } from './keptFrom';
import { useWire } from './useWire';

/** A function that tells why a record cannot be changed or deleted; undefined where it can. */
export const useKept = (): ((verb: KeptVerb, record: Row | undefined) => string | undefined) => {
  const wire = useWire();
  return useCallback((verb, record) => keptFrom(verb, record, wire), [wire]);
};
