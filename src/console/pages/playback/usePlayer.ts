import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Stretch } from '../../../domain/track/stops';
import { Player } from '../../maps/playback';
import type { PlayedTrack } from './playbackData';

/** Returns the span from the first position of any track to the last. */
const spanOf = (tracks: readonly PlayedTrack[]): Stretch => {
  const times = tracks.flatMap(({ track: { line, at } }) => [
    at[line[0] as number] as number,
    at[line.at(-1) as number] as number,
  ]);
  return { from: Math.min(...times), to: Math.max(...times) };
};

/** Returns a player of the tracks, or null without any. It pauses while its page is hidden. */
export const usePlayer = (tracks: readonly PlayedTrack[]): Player | null => {
  const player = useMemo(() => (tracks.length > 0 ? new Player(spanOf(tracks)) : null), [tracks]);
  useEffect(() => player?.pause, [player]);
  return player;
};

const silent = () => () => {};

/** Returns a property of the player and updates with it. Not for the time, which changes every frame. */
export const usePlayerValue = <T extends boolean | number>(
  player: Player | null,
  select: (player: Player) => T,
  otherwise: T,
): T =>
  useSyncExternalStore(player?.subscribe ?? silent, () => (player ? select(player) : otherwise));

/** Returns the played moment, epoch ms, updated at most once per interval (ms). NaN without a player. */
export const useMoment = (player: Player | null, every: number): number => {
  const [moment, setMoment] = useState(player?.time ?? Number.NaN);
  useEffect(() => {
    if (!player) return setMoment(Number.NaN);
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
