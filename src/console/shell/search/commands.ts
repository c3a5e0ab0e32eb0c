import { useCallback } from 'react';
import type { AnyEntity, Command, Console } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { useListAddress } from '../../app/menus';
import { type HasGrant, useCanRead } from '../../data';
import { commandRights } from '../../operations';
import type { Searchable } from './matcher';

/** Entity whose records live data contains. */
export const DEVICE = 'device';

export interface GrantedCommand {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly command: Command;
}

/** Returns the granted commands of all entities, searchable by label and code. */
export const searchableCommands = (
  { entities }: Pick<Console, 'entities'>,
  granted: HasGrant,
  locale: Locale,
): Searchable<GrantedCommand>[] =>
  entities.flatMap((entity) =>
    Object.entries(entity.commands as AnyEntity['commands'])
      .filter(([code]) => granted(...commandRights(entity, code)))
      .map(([code, command]) => ({
        item: { entity, code, command },
        title: [textOf(command.label, locale)],
        codes: [`/${code}`],
      })),
  );

/**
 * Returns a function from a command to the URL of its entity's list; null if its lock is chosen in this dialog, undefined
 * if it can be sent neither way.
 */
export const useCommandTarget = (): ((granted: GrantedCommand) => string | null | undefined) => {
  const canReadDevices = useCanRead(DEVICE);
  const addressOf = useListAddress();
  return useCallback(
    ({ entity, command }) => {
      const isForOne = command.on !== 'bulk';
      return isForOne && entity.name === DEVICE && canReadDevices ? null : addressOf(entity.name);
    },
    [canReadDevices, addressOf],
  );
};
