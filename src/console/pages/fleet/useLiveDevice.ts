import { useCallback, useSyncExternalStore } from 'react';
import type { LiveDevice } from '../../../domain/live';
import { useLive } from '../../data';

/** The newest state of a device, as it changes; undefined where live data does not know it. */
export const useLiveDevice = (sn: string): LiveDevice | undefined => {
  const live = useLive();
  const subscribe = useCallback((listener: () => void) => live.fleet(listener), [live]);
  return useSyncExternalStore(subscribe, () => live.device(sn));
};
