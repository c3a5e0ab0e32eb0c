import { useCallback } from 'react';
import { readableEntities, useAccess } from '../../data';
import { useShell } from '../ShellContext';
import { useListAddress } from '../useListAddress';
import type { OfferedCommand } from './findableCommands';

/** The entity whose records live data brings. */
export const DEVICE = 'device';

/** How a chosen command goes on: with the choice of a lock here, or in the list of its entity. */
export type CommandWay = { readonly ask: 'lock' } | { readonly list: string };

/** A function that says how a command goes on; undefined where it cannot. */
export const useCommandWay = (): ((offered: OfferedCommand) => CommandWay | undefined) => {
  const { declared } = useShell();
  const access = useAccess();
  const addressOf = useListAddress();
  return useCallback(
    ({ entity, command }) => {
      const isForOne = command.on !== 'bulk';
      if (isForOne && entity.name === DEVICE && readableEntities(access, declared).has(DEVICE)) {
        return { ask: 'lock' };
      }
      const list = addressOf(entity.name);
      return list === undefined ? undefined : { list };
    },
    [declared, access, addressOf],
  );
};
