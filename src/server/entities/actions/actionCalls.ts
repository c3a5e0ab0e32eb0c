import type { Action, AnyEntity } from '../../../config';
import type { SignedInCall } from '../../calls';
import type { EntityTable } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import { actionCall } from './actionCall';

/** A call for each declared action of an entity. */
export const actionCalls = (
  entity: AnyEntity,
  table: EntityTable,
  room: EntityRoom,
): SignedInCall[] =>
  Object.entries(entity.actions as Readonly<Record<string, Action>>).map(([code, action]) =>
    actionCall({ entity, code, action, table, room }),
  );
