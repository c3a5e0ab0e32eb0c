import { useMemo } from 'react';
import type { AnyEntity } from '../../../config';
import { readableEntities, useAccess } from '../../data';
import { useShell } from '../../shell';
import { detailTabs, type Tab } from './detailTabs';

/** The tabs of an entity's detail that the operator may see. */
export const useDetailTabs = (entity: AnyEntity): Tab[] => {
  const { declared } = useShell();
  const access = useAccess();
  return useMemo(
    () => detailTabs(entity, declared, readableEntities(access, declared)),
    [entity, declared, access],
  );
};
