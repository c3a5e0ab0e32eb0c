import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { LockStatus } from '../../../domain/lock';
import { FIX_QUALITY } from '../../../domain/track/track';
import { StateIcon, useStateName } from '../fleet/StateIcon';
import { useMapColours } from '../LeafletMap';
import {
  type ColourBy,
  colourIndex,
  SEGMENT_STYLE,
  SPEED_STEPS,
  segmentStyleOf,
  speedColour,
  stylesOf,
} from './line';
import type { TrackView } from './TrackLayer';

interface Props {
  readonly tracks: readonly TrackView[];
  readonly colourBy: ColourBy;
  /** True if outlines of the day are drawn. */
  readonly hasOutlines: boolean;
}

export const TrackLegend = ({ tracks, colourBy, hasOutlines }: Props) => {
  const translate = useTranslate();
  const colours = useMapColours();
  const nameOf = useStateName();
  const styles = useMemo(
    () => new Set(tracks.flatMap(({ track }) => [...new Set(stylesOf(track, colourBy))])),
    [tracks, colourBy],
  );
  const fixes = new Set(
    tracks.flatMap(({ track, focused }) => (focused ? [...new Set(track.fix)] : [])),
  );
  const indices = new Set([...styles].map(colourIndex));
  const pieces = new Set([...styles].map(segmentStyleOf));
  const rough = [...fixes].filter((fix) => fix === FIX_QUALITY.station || fix === FIX_QUALITY.wifi);
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'), { noSsr: true });
  return (
    <Paper
      component="details"
      elevation={2}
      open={wide}
      sx={{
        pointerEvents: 'auto',
        px: 1.25,
        py: 0.75,
        borderRadius: 2,
        typography: 'caption',
        justifySelf: 'start',
        '& ul': { m: 0, mt: 0.5, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 },
        '& li': { display: 'flex', alignItems: 'center', gap: 1 },
        '& summary': { cursor: 'pointer', fontWeight: 600 },
      }}
    >
      <summary>{translate('maps.legend.title')}</summary>
      <ul>
        {colourBy === 'speed' &&
          [...SPEED_STEPS, null].map((_, step) =>
            indices.has(step) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its index
              <li key={step}>
                <Stroke colour={speedColour(colours, step)} />
                {translate('playback.day.moving', { speed: speedText(step) })}
              </li>
            ) : null,
          )}
        {colourBy === 'status' &&
          [...indices].map((status) => (
            <li key={status}>
              <StateIcon status={status as LockStatus} />
              {nameOf(status as LockStatus)}
            </li>
          ))}
        {hasOutlines && (
          <li>
            <Stroke colour={colours.label} dash="1 6" thin />
            {translate('playback.legend.day')}
          </li>
        )}
        {pieces.has(SEGMENT_STYLE.stored) && (
          <li>
            <Stroke colour={colours.label} dash="7 4" />
            {translate('playback.legend.stored')}
          </li>
        )}
        {pieces.has(SEGMENT_STYLE.silent) && (
          <li>
            <Stroke colour={colours.states[255]} dash="2 5" thin />
            {translate('playback.day.silent')}
          </li>
        )}
        {rough.length > 0 && (
          <li>
            <svg width="22" height="14" aria-hidden="true">
              <circle cx="11" cy="7" r="6" fill="none" stroke={colours.label} strokeWidth="1.5" />
            </svg>
            {translate('playback.legend.rough')}
          </li>
        )}
        {(fixes.has(FIX_QUALITY.invalid) || fixes.has(FIX_QUALITY.none)) && (
          <li>
            <svg width="22" height="14" aria-hidden="true">
              <path d="M7 3l8 8M15 3l-8 8" stroke={colours.label} strokeWidth="1.5" />
            </svg>
            {translate('playback.legend.invalid')}
          </li>
        )}
      </ul>
    </Paper>
  );
};

/** Formats a speed range: "5–30", "< 5", "≥ 90". */
const speedText = (step: number): string => {
  const [low, high] = [SPEED_STEPS[step - 1], SPEED_STEPS[step]];
  if (low === undefined) return `< ${high}`;
  return high === undefined ? `≥ ${low}` : `${low}–${high}`;
};

interface StrokeProps {
  readonly colour: string;
  readonly dash?: string;
  readonly thin?: boolean;
}

const Stroke = ({ colour, dash, thin = false }: StrokeProps) => (
  <svg width="22" height="14" aria-hidden="true">
    <line
      x1="1"
      x2="21"
      y1="7"
      y2="7"
      stroke={colour}
      strokeWidth={thin ? 2 : 4}
      strokeDasharray={dash}
      strokeLinecap={dash?.startsWith('1 ') ? 'round' : undefined}
    />
  </svg>
);
