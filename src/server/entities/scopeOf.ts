import type { AnyEntity } from '../../config';
import type { Caller } from '../calls';
import type { Scope } from '../store';
import type { EntityRoom } from './EntityRoom';

/** What a caller sees: their organisation and everything below. */
export const scopeOf = ({ oper }: Caller): Scope => ({ orgId: oper.org_id });

/** What a caller sees of an entity: the rules may leave less of it than the organisation. */
export const reachOf = (entity: AnyEntity, { rules }: EntityRoom, caller: Caller): Scope => ({
  ...scopeOf(caller),
  within: rules[entity.name]?.within?.(caller),
});
