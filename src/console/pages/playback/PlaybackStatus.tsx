import visuallyHidden from '@mui/utils/visuallyHidden';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { localTime } from '../../../domain/figures';
import {
  lockStatusAt,
  positionAt,
  recordAt,
  type Track,
  trackAt,
} from '../../../domain/track/track';
import { useText } from '../../../fields/views/reader';
import { useStateName } from '../../maps';
import type { PlayedTrack } from './playbackData';
import type { Playback } from './usePlayback';
import { useMoment, usePlayerValue } from './usePlayer';

/** Time for which news rest before they are announced, ms: a reader who drags, or steps and plays, hears the last. */
const ANNOUNCE_DELAY = 700;

/** Interval of the moments, ms: the one of a pause comes before it is announced. */
const MOMENT_INTERVAL = 250;

interface Props {
  readonly playback: Playback;
  readonly focused: PlayedTrack | undefined;
  readonly outline: Track | undefined;
}

/**
 * Announces to screen readers, once each: play and pause, a step or jump, another state of the lock, its events, and
 * when it moves on or reports no more. The time that runs is no news.
 */
export const PlaybackStatus = ({ playback: { player, marks }, focused, outline }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const nameOf = useStateName();
  const moment = useMoment(player, MOMENT_INTERVAL);
  const isPlaying = usePlayerValue(player, (each) => each.isPlaying);
  const track = trackAt(focused?.track, outline, moment);
  const status = track && lockStatusAt(track, recordAt(track, moment));
  const motion = track && positionAt(track, moment)?.state;
  const mark = marks.findLast(({ at }) => at <= moment);
  const news = [isPlaying, status, motion, mark?.at, isPlaying ? '' : moment].join();
  const [announced, setAnnounced] = useState({ mark: mark?.at, words: '' });
  const announce = useEffectEvent(() => {
    const words = [
      translate(isPlaying ? 'playback.voice.playing' : 'playback.voice.paused', {
        time: localTime(moment),
      }),
      status !== undefined && nameOf(status),
      motion && translate(`playback.voice.${motion}`),
      isPlaying && mark && mark.at !== announced.mark && text(mark.label),
    ];
    setAnnounced({ mark: mark?.at, words: words.filter(Boolean).join(translate('charts.join')) });
  });
  const isLoaded = track !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each news restarts the delay
  useEffect(() => {
    const timer = isLoaded ? setTimeout(announce, ANNOUNCE_DELAY) : undefined;
    return () => clearTimeout(timer);
  }, [isLoaded, news]);
  return (
    <div role="status" style={visuallyHidden}>
      {announced.words}
    </div>
  );
};
