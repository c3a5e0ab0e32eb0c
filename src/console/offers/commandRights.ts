import type { AnyEntity } from '../../config';
import { commandPath } from '../../protocol';

/** The button code and the call of a command: whoever has either may send it. */
export const commandRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  `${entity.name}:${code}`,
  commandPath(code),
];
