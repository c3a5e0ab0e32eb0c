import type { Listen } from '../engine/listen';
import { ACCESS_CHANGED } from '../migrations';

/** Kinds of rows that decide what a caller may do. `org` stands for all organisations, `role` for all roles and menus. */
const KINDS = ['org', 'role', 'oper', 'session'] as const;

/** Committed change of such a row, as its trigger announces it. */
export interface AccessChange {
  readonly kind: (typeof KINDS)[number];
  /** Id of the operator or hash of the session's token; '' for the other kinds. */
  readonly key: string;
}

/** Cache that drops what a change concerns. */
interface Follower {
  clear(): void;
  apply(change: AccessChange): void;
}

/** Changes of organisations, operators, roles and sessions, by any server. */
export interface AccessChanges {
  /** Time for which rows may be cached, ms; 0 while changes by other servers could be missed. */
  readonly maxAge: number;
  follow(follower: Follower): void;
  /**
   * Clears all caches after a change by a call of this server: an announcement arrives a moment later, and the totals of
   * lists have none.
   */
  clear(): void;
  close(): Promise<void>;
}

/** Bounds the age of a row if the listening connection is dead and neither side has noticed. */
const MAX_AGE = 5_000;

const parseChange = (payload: string): AccessChange | undefined => {
  const [word, key = ''] = payload.split(' ');
  const kind = KINDS.find((each) => each === word);
  return kind && { kind, key };
};

/** Follows the announcements of the database. Without them, or while the connection is broken, nothing may be cached. */
export const openAccessChanges = (listen?: Listen): AccessChanges => {
  const followers: Follower[] = [];
  let maxAge = 0;
  const clear = () => {
    for (const follower of followers) follower.clear();
  };
  const allow = (age: number) => {
    maxAge = age;
    clear();
  };
  const stop = listen?.(
    ACCESS_CHANGED,
    (payload) => {
      if (payload === undefined) return allow(MAX_AGE);
      const change = parseChange(payload);
      if (!change) return clear();
      for (const follower of followers) follower.apply(change);
    },
    () => allow(0),
  );
  return {
    get maxAge() {
      return maxAge;
    },
    follow: (follower) => followers.push(follower),
    clear,
    close: async () => {
      await stop?.();
      allow(0);
    },
  };
};
