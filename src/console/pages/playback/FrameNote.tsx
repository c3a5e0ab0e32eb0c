import { Button, Paper } from '@mui/material';
import { useTranslate } from 'react-admin';
import { MINUTE } from '../../../domain/duration';
import { localTime } from '../../../domain/figures';
import { dayParts, usualPause } from '../../../domain/track/day';
import type { Track } from '../../../domain/track/track';
import { useReaderLocale } from '../../../fields/views/reader';
import { MapSlot } from '../../maps';
import { trackDurationText } from './measures';
import type { Playback } from './usePlayback';

/** A lock that usually reports less often has empty frames for no special reason, ms. */
const SPARSE = 15 * MINUTE;

interface Props {
  readonly playback: Playback;
  readonly outline: Track | undefined;
}

/** Note over the map about a frame that cannot be played, with the journeys before and after it. */
export const FrameNote = ({ playback, outline }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const { frame, journeys, player, sns, show } = playback;
  if (!frame) return null;
  const clock = (at: number) => localTime(at).slice(11, 16);
  const previous = journeys.findLast(({ from }) => from < frame.from);
  const next = journeys.find(({ from }) => from > frame.to);
  const pause = outline ? usualPause(dayParts(outline)) : 0;
  const isEmpty = outline?.size === 0;
  const message = isEmpty
    ? translate('playback.day.empty')
    : pause > SPARSE
      ? translate('playback.day.sparse', { pause: trackDurationText(pause, locale) })
      : translate('playback.day.few', { from: clock(frame.from), to: clock(frame.to) });
  const jump = (name: 'previous' | 'next', at: number | undefined) =>
    at !== undefined && (
      <Button size="small" onClick={() => player.seek(at)}>
        {translate(`playback.day.${name}`, { time: clock(at) })}
      </Button>
    );
  return (
    <MapSlot at="top">
      <Paper
        role="status"
        elevation={2}
        sx={{
          pointerEvents: 'auto',
          width: 'fit-content',
          mx: 'auto',
          maxWidth: '100%',
          px: 1.5,
          py: 0.5,
          borderRadius: 2,
          typography: 'body2',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
        }}
      >
        {message}
        {jump('previous', previous?.from)}
        {jump('next', next?.from)}
        {isEmpty && (
          <Button size="small" onClick={() => show({ sns })}>
            {translate('playback.day.last')}
          </Button>
        )}
      </Paper>
    </MapSlot>
  );
};
