import { Box, Skeleton, Typography } from '@mui/material';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { dayOf } from '../../../../domain/figures';
import { dayParts, lockParts } from '../../../../domain/track/day';
import type { Track } from '../../../../domain/track/track';
import { useReaderLocale } from '../../../../fields/views/reader';
import { RetryAlert } from '../../../look/alerts';
import { useWidth } from '../../../look/useWidth';
import { useSumTexts } from '../measures';
import type { Playback } from '../usePlayback';
import { DayStrip } from './DayStrip';
import { OtherLane } from './Lanes';
import { StripLegend } from './Legend';
import { STRIP, scaleOf, stripWidth } from './scale';

/** Day of the focused lock as a strip, below a lane for each other lock. */
export const StripCard = ({ playback }: { readonly playback: Playback }) => {
  const translate = useTranslate();
  const { player, day, now, frame, focusedSn, outlines, outlineError, marks } = playback;
  const room = useRef<HTMLDivElement>(null);
  const available = useWidth(room);
  const scale = useMemo(() => day && scaleOf(day, stripWidth(day, available)), [day, available]);
  const outline = outlines.find(({ sn }) => sn === focusedSn);
  const parts = useMemo(() => outline && dayParts(outline), [outline]);
  const locks = useMemo(() => (outline ? lockParts(outline) : []), [outline]);
  const otherLocks = useMemo(
    () =>
      outlines
        .filter(({ sn }) => sn !== focusedSn)
        .map((track) => ({ sn: track.sn, parts: dayParts(track) })),
    [outlines, focusedSn],
  );
  const middle = scale && frame ? (scale.px(frame.from) + scale.px(frame.to)) / 2 : null;
  // Show the middle of the frame in a strip that is wider than its room.
  useEffect(() => {
    const box = room.current;
    if (box && middle !== null) box.scrollLeft = middle - box.clientWidth / 2;
  }, [middle]);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Heading playback={playback} outline={outline} />
        {available >= LEGEND_ROOM && <StripLegend />}
      </Box>
      {outlineError && (
        <RetryAlert severity="warning" onRetry={playback.retryOutline}>
          {translate('playback.day.incomplete', { why: outlineError.message })}
        </RetryAlert>
      )}
      <Box
        ref={room}
        sx={{
          minWidth: 0,
          minHeight: STRIP.height,
          position: 'relative',
          overflowX: 'auto',
          overflowY: 'hidden',
          pt: 1,
        }}
      >
        {scale && available > 0 && (
          <>
            {otherLocks.map((other) => (
              <OtherLane
                key={other.sn}
                {...other}
                scale={scale}
                onFocus={() => playback.focus(other.sn)}
              />
            ))}
            <DayStrip
              player={player}
              scale={scale}
              now={now}
              frame={frame}
              parts={parts}
              locks={locks}
              marks={marks}
              onFrame={playback.moveFrame}
            />
          </>
        )}
        {!parts && !outlineError && (
          <Skeleton
            variant="rounded"
            aria-hidden
            sx={{
              position: 'absolute',
              bottom: STRIP.height - STRIP.motion.top - STRIP.motion.height,
              width: scale?.width ?? '100%',
              height: STRIP.motion.height,
              pointerEvents: 'none',
              '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
            }}
          />
        )}
      </Box>
    </Box>
  );
};

/** Minimum room for the legend beside the heading, px. */
const LEGEND_ROOM = 800;

interface HeadingProps {
  readonly playback: Playback;
  readonly outline: Track | undefined;
}

const Heading = ({ playback: { day, daySums, marks, sns }, outline }: HeadingProps) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const sumTexts = useSumTexts();
  if (!day) return null;
  const unsealed = marks.filter(({ unseals }) => unseals).length;
  const alarms = marks.filter(({ kind }) => kind === 'alarm').length;
  const weekday = new Date(day.from).toLocaleDateString(locale, { weekday: 'long' });
  const isEmpty = outline?.size === 0;
  const facts = [
    isEmpty && translate('playback.day.empty'),
    ...(daySums && (!isEmpty || daySums.unreported > 0) ? sumTexts.moves(daySums) : []),
    unsealed > 0 && translate('playback.day.unsealed', { smart_count: unsealed }),
    alarms > 0 && translate('playback.day.alarms', { smart_count: alarms }),
  ];
  return (
    <Typography component="h2" variant="body2" sx={{ flex: 1, minWidth: 0 }}>
      <Box component="span" sx={{ fontWeight: 600, mr: 1 }}>
        {[sns.length > 1 && outline?.sn, dayOf(day.from), weekday].filter(Boolean).join(' ')}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {facts.filter(Boolean).join(' · ')}
      </Box>
    </Typography>
  );
};
