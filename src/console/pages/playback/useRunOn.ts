import { useEffect, useEffectEvent, useRef } from 'react';
import { MINUTE } from '../../../domain/duration';
import { frameAt, nextDay } from '../../../domain/track/day';
import type { Stretch } from '../../../domain/track/stops';
import type { Player } from '../../maps/playback';
import { usePrefetchTracks } from './playbackData';

/** A frame that is jumped to starts this long before, ms, to show what led there. */
export const LEAD = 2 * MINUTE;

/** A frame is loaded after the pointer has rested this long, ms. */
export const SETTLE_TIME = 180;

interface RunOn {
  readonly player: Player;
  readonly frame: Stretch | undefined;
  /** Length of a new frame, ms. */
  readonly length: number;
  readonly day: Stretch | undefined;
  readonly sns: readonly string[];
  readonly onFrame: (frame: Stretch, replace?: boolean) => void;
}

/** Share of the frame that is left when the next one is loaded. */
const LOAD_AHEAD = 1 / 4;

/** Moves the frame with the playback time, and on into the next day. */
export const useRunOn = ({ player, frame, length, day, sns, onFrame }: RunOn): void => {
  const prefetch = usePrefetchTracks();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasPlaying = useRef(false);
  const continues = useRef(false);

  const moveTo = (next: Stretch) => {
    if (next.from !== frame?.from) onFrame(next);
  };
  const playOn = (within: Stretch, { from, to }: Stretch) => {
    const { time } = player;
    const next = frameAt(within, to, length);
    if (time > to - (to - from) * LOAD_AHEAD && next.from >= to) prefetch({ sns, ...next });
    if (time >= to && time < next.to) moveTo(next);
    else if (time < from || time >= to) moveTo(frameAt(within, time, length));
  };
  const check = useEffectEvent(() => {
    if (!day || !frame) return;
    clearTimeout(timer.current);
    const { time, isPlaying } = player;
    const hasEnded = wasPlaying.current && !isPlaying && time >= day.to;
    wasPlaying.current = isPlaying;
    if (hasEnded) {
      continues.current = true;
      const next = nextDay(day, 1);
      return onFrame(frameAt(next, next.from, length), false);
    }
    if (isPlaying) return playOn(day, frame);
    if (time >= frame.from && time <= frame.to) return;
    timer.current = setTimeout(() => moveTo(frameAt(day, time - LEAD, length)), SETTLE_TIME);
  });
  useEffect(() => {
    const stop = player.subscribe(() => check());
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [player]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame or day ends what was due in the last one
  useEffect(() => () => clearTimeout(timer.current), [frame, day]);

  const goOn = useEffectEvent(() => {
    if (!continues.current || !day) return;
    continues.current = false;
    player.seek(day.from);
    player.play();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on a new day
  useEffect(() => goOn(), [day]);
};
