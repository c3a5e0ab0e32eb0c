import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Player } from '../../maps/playback';

/** Returns a property of the player and updates with it. Not for the time, which changes every frame. */
export const usePlayerValue = <T extends boolean | number>(
  player: Player,
  select: (player: Player) => T,
): T => useSyncExternalStore(player.subscribe, () => select(player));

/**
 * Returns a ref to an element that follows the playback time by its own style, outside of React: an inherited CSS
 * variable would cost 20 ms per frame for a chart below.
 * @param shift CSS length of its shift at a time
 */
export const usePlayhead = <E extends HTMLElement>(
  player: Player,
  shift: (time: number) => string,
): RefObject<E | null> => {
  const line = useRef<E>(null);
  useEffect(() => {
    const follow = () => {
      if (line.current) line.current.style.transform = `translateX(${shift(player.time)})`;
    };
    follow();
    return player.subscribe(follow);
  });
  return line;
};

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
