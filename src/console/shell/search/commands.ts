import { useCallback } from 'react';
import type { AnyEntity, Command, Console } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { useListAddress } from '../../app/menus';
import { type HasGrant, useCanRead } from '../../data';
import { commandRights } from '../../operations';
import type { Searchable } from './matcher';

/** Entity whose records live data contains. */
export const DEVICE = 'device';

/** Command that the operator may send, with its entity. */
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

/** Next step of a chosen command: the choice of a lock in this dialog, or the list of its entity. */
type CommandTarget = { readonly ask: 'lock' } | { readonly list: string };

/** Returns a function from a command to its next step, or undefined if it has none. */
export const useCommandTarget = (): ((granted: GrantedCommand) => CommandTarget | undefined) => {
  const canReadDevices = useCanRead(DEVICE);
  const addressOf = useListAddress();
  return useCallback(
    ({ entity, command }) => {
      const isForOne = command.on !== 'bulk';
      if (isForOne && entity.name === DEVICE && canReadDevices) {
        return { ask: 'lock' };
      }
      const list = addressOf(entity.name);
      return list === undefined ? undefined : { list };
    },
    [canReadDevices, addressOf],
  );
};
