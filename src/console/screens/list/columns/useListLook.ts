import { useStore } from 'ra-core';
import { useCallback } from 'react';
import type { AnyEntity } from '../../../../config';
import { DEFAULT_LOOK, densities, type ListLook } from './listLook';

/** The looks of an entity's list as the operator wants them; others at this desk have their own. */
export const useListLook = (entity: AnyEntity) => {
  const [stored, setLook] = useStore<Partial<ListLook>>(
    `settings.lists.${entity.name}`,
    DEFAULT_LOOK,
  );
  const look: ListLook = { ...DEFAULT_LOOK, ...stored };
  const changeLook = useCallback(
    (patch: Partial<ListLook>) => setLook((before) => ({ ...before, ...patch })),
    [setLook],
  );
  return {
    look: densities.includes(look.density) ? look : { ...look, density: DEFAULT_LOOK.density },
    changeLook,
  };
};
