import type { AnyEntity } from '../../config';
import { actionPath } from '../../protocol';

/** The button code and the call of an action: whoever has either may do it. */
export const actionRights = (entity: AnyEntity, code: string): readonly [string, string] => [
  `${entity.name}:${code}`,
  actionPath(entity.name, code),
];
