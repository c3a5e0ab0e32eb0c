import type { AnyEntity, Command } from '../../config';
import { commandPath } from '../../protocol';

/** A command with its code: the key under which the entity declares it. */
export interface Offered {
  readonly code: string;
  readonly command: Command;
}

/** The commands an entity offers for one record, or for many at a time, in the order of their declaration. */
export const offeredCommands = (entity: AnyEntity, place: 'row' | 'bulk'): Offered[] =>
  Object.entries(entity.commands as Readonly<Record<string, Command>>)
    .filter(([, { on }]) => on === 'both' || on === place)
    .map(([code, command]) => ({ code, command }));

/**
 * The command of a code.
 * @throws Error when the entity declares none
 */
export const commandOf = (entity: AnyEntity, code: string): Command => {
  const command: Command | undefined = entity.commands[code];
  if (!command) throw new Error(`${entity.name} has no command ${code}`);
  return command;
};

/** The button code and the call of a command: whoever has either may send it. */
export const commandRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  `${entity.name}:${code}`,
  commandPath(code),
];
