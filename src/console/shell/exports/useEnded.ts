import { useEffect, useEffectEvent } from 'react';
import { isUnderWay } from './followed';
import type { FollowedExport } from './useProgress';

/** Tells once of every export that has ended, also of one that did so during a reload. */
export const useEnded = (
  list: readonly FollowedExport[],
  onEnded: (ended: FollowedExport) => void,
): void => {
  const tell = useEffectEvent(onEnded);
  useEffect(() => {
    for (const entry of list) if (!entry.told && !isUnderWay(entry.progress)) tell(entry);
  }, [list]);
};
