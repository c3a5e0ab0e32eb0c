import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Player } from '../../maps/playback';

/** Returns a property of the player and updates with it. Not for the time, which changes every frame. */
export const usePlayerValue = <T extends boolean | number>(
  player: Player,
  select: (player: Player) => T,
): T => useSyncExternalStore(player.subscribe, () => select(player));

/** Returns the played moment, epoch ms, updated at most once per interval (ms). */
export const useMoment = (player: Player, every: number): number => {
  const [moment, setMoment] = useState(player.time);
  useEffect(() => {
    let last = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const notify = () => {
      timer = undefined;
      last = performance.now();
      setMoment(player.time);
    };
    const stop = player.subscribe(() => {
      const wait = every - (performance.now() - last);
      if (wait <= 0) notify();
      else timer ??= setTimeout(notify, wait);
    });
    notify();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [player, every]);
  return moment;
};
