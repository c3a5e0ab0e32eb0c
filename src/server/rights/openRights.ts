import type { Console } from '../../config';
import { type BriefMemory, briefMemory } from '../session';
import type { Database } from '../store';
import { EVERYTHING, type Grants, grantsOf } from './covers';
import { loadMenus, SYSTEM_ROLE } from './loadMenus';

/** What roles may call, by the role's id. */
export type Rights = BriefMemory<number, Grants>;

export const openRights = (db: Database, config: Console, now: () => number): Rights =>
  briefMemory(async (roleId) => {
    if (roleId === SYSTEM_ROLE) return EVERYTHING;
    const { menus, buttons } = await loadMenus(db, roleId);
    return grantsOf(config, {
      menuUrls: menus.map(({ menuUrl }) => menuUrl),
      actionUrls: buttons.map(({ actionUrl }) => actionUrl),
    });
  }, now);
