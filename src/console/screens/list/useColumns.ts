import { useStore } from 'ra-core';
import { useMemo } from 'react';
import type { AnyEntity } from '../../../config';
import { shownColumns } from './columns';

/** The columns of a menu's list, as the reader has chosen them; null goes back to the declared ones. */
export const useColumns = (entity: AnyEntity, menuCode: string) => {
  const [chosen, choose] = useStore<string[] | null>(`${menuCode}.columns`, null);
  const shown = useMemo(() => shownColumns(entity, chosen), [entity, chosen]);
  return { shown, choose };
};
