import { useMemo } from 'react';
import { readableEntities, useAccess } from '../../data';
import { useShell } from '../../shell';

/** A function that says whether the operator may read an entity's records. */
export const useReadable = (): ((entity: string) => boolean) => {
  const access = useAccess();
  const { declared } = useShell();
  return useMemo(() => {
    const readable = readableEntities(access, declared);
    return (entity) => readable.has(entity);
  }, [access, declared]);
};
