import { Box, Paper } from '@mui/material';
import { memo, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Stretch } from '../../../domain/track/stops';
import { downsample, type MeasuredValue } from '../../../domain/track/thin';
import type { Track } from '../../../domain/track/track';
import { PLOT, TimeLine } from '../../look/charts';
import type { Player } from '../../maps/playback';
import { usePlayhead } from './usePlayer';

interface Props {
  readonly player: Player;
  readonly track: Track;
  readonly frame: Stretch;
}

/** Number of intervals, with two values each: the pixels of a chart in a third of the page. */
const PARTS = 240;

const values: readonly { name: MeasuredValue; key: string; unit: string; max?: number }[] = [
  { name: 'speed', key: 'speedNow', unit: 'km/h' },
  { name: 'electric', key: 'battery', unit: '%', max: 100 },
  { name: 'temperature', key: 'temperature', unit: '°C' },
];

/** Charts of speed, battery and temperature below the map, with a cursor at the playback time; a click moves it. */
export const MeasuredCharts = memo(({ player, track, frame }: Props) => {
  const translate = useTranslate();
  const { from, to } = frame;
  const lines = useMemo(
    () => values.map((value) => ({ ...value, points: downsample(track, value.name, PARTS) })),
    [track],
  );
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={translate('playback.charts')}
      sx={{
        borderRadius: 2,
        px: 1.5,
        py: 0.5,
        display: 'grid',
        columnGap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(280px, 1fr))' },
      }}
    >
      {lines
        .filter(({ points }) => points.length > 0)
        .map(({ name, key, unit, points, max }) => (
          <TimeLine
            key={name}
            label={translate(`playback.${key}`)}
            unit={unit}
            points={points}
            from={from}
            to={to}
            {...(name !== 'temperature' && { min: 0 })}
            {...(max !== undefined && { max })}
            onPick={(at) => player.seek(at)}
            over={<Cursor player={player} frame={frame} />}
          />
        ))}
    </Paper>
  );
});

const Cursor = ({ player, frame: { from, to } }: Omit<Props, 'track'>) => {
  const line = usePlayhead(player, (time) => `${(100 * (time - from)) / Math.max(1, to - from)}%`);
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        pointerEvents: 'none',
        overflow: 'hidden',
        top: PLOT.top,
        bottom: PLOT.bottom,
        left: PLOT.left - 1,
        right: PLOT.right - 1,
      }}
    >
      <Box
        ref={line}
        sx={{
          position: 'absolute',
          inset: '0 2px 0 0',
          borderLeft: '2px solid',
          borderColor: 'error.main',
          willChange: 'transform',
        }}
      />
    </Box>
  );
};
