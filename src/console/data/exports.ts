import { type Identifier, useStore, useStoreContext } from 'react-admin';
import { useAccess } from './access';

/** Export that the operator follows in this window. */
export interface FollowedExport {
  /** Id of the `exportJob`. */
  readonly id: Identifier;
  /** In the reader's language. */
  readonly title: string;
  /** The operator was notified of its end. */
  readonly notified?: boolean;
}

const NONE: readonly FollowedExport[] = [];

/** Returns the followed exports, newest first, and a function to change them. They survive a reload. */
export const useFollowedExports = () => {
  const key = `exports.${useAccess().oper.id}`;
  const store = useStoreContext();
  const [list] = useStore(key, NONE);
  // Read the store itself: one may start or end between two renders.
  const change = (next: (before: typeof NONE) => typeof NONE) =>
    store.setItem(key, next(store.getItem(key) ?? NONE));
  return [list, change] as const;
};
