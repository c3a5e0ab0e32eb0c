import visuallyHidden from '@mui/utils/visuallyHidden';
import { useState } from 'react';
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
import { useMoment } from './usePlayer';

/** Time for which a moment rests before it is announced, ms: a reader who drags or steps hears the last one. */
const ANNOUNCE_INTERVAL = 700;

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
  const moment = useMoment(player, ANNOUNCE_INTERVAL);
  // Read together with the moment, so that a pause is announced once, with its own time.
  const { isPlaying } = player;
  const track = trackAt(focused?.track, outline, moment);
  const status = track && lockStatusAt(track, recordAt(track, moment));
  const motion = track && positionAt(track, moment)?.state;
  const mark = marks.findLast(({ at }) => at <= moment);
  const news = [isPlaying, status, motion, mark?.at, isPlaying ? '' : moment].join();
  const [announced, setAnnounced] = useState({ news: '', mark: mark?.at, words: '' });
  if (track && announced.news !== news) {
    const words = [
      translate(isPlaying ? 'playback.voice.playing' : 'playback.voice.paused', {
        time: localTime(moment),
      }),
      status !== undefined && nameOf(status),
      motion && translate(`playback.voice.${motion}`),
      isPlaying && mark && mark.at !== announced.mark && text(mark.label),
    ];
    setAnnounced({
      news,
      mark: mark?.at,
      words: words.filter(Boolean).join(translate('charts.join')),
    });
  }
  return (
    <div role="status" style={visuallyHidden}>
      {announced.words}
    </div>
  );
};
