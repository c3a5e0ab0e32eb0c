import { useStore, useStoreContext } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { useAccess } from '../../data';
import { type Followed, followedOf } from './followed';

type Change = (change: (list: readonly Followed[]) => Followed[]) => void;

const NONE: readonly Followed[] = [];

/** The exports this operator follows in this window; a reload keeps them. */
export const useFollowed = (): [readonly Followed[], Change] => {
  const key = `exports.${useAccess().oper.id}`;
  const store = useStoreContext();
  const [stored] = useStore<unknown>(key, NONE);
  const followed = useMemo(() => followedOf(stored), [stored]);
  // From the store itself: two may end between two drawings.
  const change: Change = useCallback(
    (next) => store.setItem(key, next(followedOf(store.getItem(key)))),
    [store, key],
  );
  return [followed, change];
};
