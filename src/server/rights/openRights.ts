import type { Kysely } from 'kysely';
import type { Console } from '../../config';
import type { Tables } from '../store';
import { EVERYTHING, type Grants, grantsOf } from './covers';
import { loadMenus, SYSTEM_ROLE } from './loadMenus';

export interface Rights {
  /** What a role may call. */
  of(roleId: number): Promise<Grants>;
  /** Roles or menus may have changed. */
  forget(): void;
}

/** Changes made through another server are seen after this, ms. */
const KEPT = 1_000;

interface Kept {
  readonly until: number;
  readonly grants: Promise<Grants>;
}

/** What roles may call, read from the database and kept for a moment. */
export const openRights = (db: Kysely<Tables>, config: Console, now: () => number): Rights => {
  const kept = new Map<number, Kept>();

  const load = async (roleId: number): Promise<Grants> => {
    const { menus, buttons } = await loadMenus(db, roleId);
    return grantsOf(config, {
      menuUrls: menus.map(({ menuUrl }) => menuUrl),
      actionUrls: buttons.map(({ actionUrl }) => actionUrl),
    });
  };

  const loadAndKeep = (roleId: number): Promise<Grants> => {
    const grants = load(roleId);
    kept.set(roleId, { until: now() + KEPT, grants });
    grants.catch(() => kept.delete(roleId));
    return grants;
  };

  return {
    of: async (roleId) => {
      if (roleId === SYSTEM_ROLE) return EVERYTHING;
      const found = kept.get(roleId);
      return found && found.until > now() ? found.grants : loadAndKeep(roleId);
    },
    forget: () => kept.clear(),
  };
};
