import FollowIcon from '@mui/icons-material/GpsFixed';
import PauseIcon from '@mui/icons-material/Pause';
import PlayIcon from '@mui/icons-material/PlayArrow';
import NextIcon from '@mui/icons-material/SkipNext';
import PreviousIcon from '@mui/icons-material/SkipPrevious';
import {
  Box,
  IconButton,
  MenuItem,
  Paper,
  Select,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
} from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { localTime } from '../../../domain/figures';
import type { Stretch } from '../../../domain/track/stops';
import { useMapColours } from '../../maps';
import { type ColourBy, markColour, type Player, SPEEDS } from '../../maps/playback';
import type { PlaybackView } from './PlaybackPage';
import type { PlayedTrack } from './playbackData';
import { useMoment, usePlayerValue } from './usePlayer';

interface Props {
  readonly player: Player;
  readonly focused: PlayedTrack;
  readonly view: PlaybackView;
  readonly onView: (view: PlaybackView) => void;
}

/** Playback controls: play, step, slider, rate, and display options. */
export const Transport = ({ player, focused, view, onView }: Props) => {
  const translate = useTranslate();
  const isPlaying = usePlayerValue(player, (each) => each.isPlaying, false);
  const speed = usePlayerValue(player, (each) => each.speed, 1);
  const { at } = focused.track;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={translate('playback.controls')}
      sx={{ px: 1.5, py: 1, borderRadius: 2, display: 'grid', gap: 0.5 }}
    >
      <Scrubber player={player} focused={focused} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Press label={translate('playback.back')} onClick={() => player.step(at, -1)}>
            <PreviousIcon />
          </Press>
          <Press
            label={translate(isPlaying ? 'playback.pause' : 'playback.play')}
            primary
            onClick={() => player.toggle()}
          >
            {isPlaying ? <PauseIcon /> : <PlayIcon />}
          </Press>
          <Press label={translate('playback.forward')} onClick={() => player.step(at, 1)}>
            <NextIcon />
          </Press>
        </Box>
        <Clock player={player} />
        <Select
          size="small"
          value={speed}
          onChange={({ target }) => player.setSpeed(Number(target.value))}
          inputProps={{ 'aria-label': translate('playback.speed') }}
          sx={{ minWidth: 76, '& .MuiSelect-select': { py: 0.75 } }}
        >
          {SPEEDS.map((each) => (
            <MenuItem key={each} value={each}>
              {each}×
            </MenuItem>
          ))}
        </Select>
        <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', typography: 'body2' }}>
          {translate('playback.colourBy')}
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view.colourBy}
          aria-label={translate('playback.colourBy')}
          onChange={(_, colourBy: ColourBy | null) => colourBy && onView({ ...view, colourBy })}
        >
          <ToggleButton value="speed">{translate('playback.bySpeed')}</ToggleButton>
          <ToggleButton value="status">{translate('playback.byStatus')}</ToggleButton>
        </ToggleButtonGroup>
        <ToggleButton
          size="small"
          value="skip"
          selected={view.skipStops}
          onChange={() => onView({ ...view, skipStops: !view.skipStops })}
        >
          {translate('playback.skipStops')}
        </ToggleButton>
        <ToggleButton
          size="small"
          value="follow"
          selected={view.follow}
          onChange={() => onView({ ...view, follow: !view.follow })}
        >
          <FollowIcon fontSize="small" sx={{ mr: 0.75 }} />
          {translate('playback.follow')}
        </ToggleButton>
      </Box>
    </Paper>
  );
};

interface PressProps {
  readonly label: string;
  readonly primary?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const Press = ({ label, primary = false, onClick, children }: PressProps) => (
  <Tooltip title={label}>
    <IconButton
      aria-label={label}
      color={primary ? 'primary' : 'default'}
      onClick={onClick}
      sx={primary ? { border: 1, borderColor: 'currentColor', mx: 0.5 } : undefined}
    >
      {children}
    </IconButton>
  </Tooltip>
);

const Clock = ({ player }: { readonly player: Player }) => {
  const moment = useMoment(player, 100);
  return (
    <Box
      component="time"
      dateTime={Number.isNaN(moment) ? undefined : new Date(moment).toISOString()}
      sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600, whiteSpace: 'nowrap' }}
    >
      {Number.isNaN(moment) ? '' : localTime(moment)}
    </Box>
  );
};

/** Interval at which the slider updates its time for screen readers, ms; every frame would be too often. */
const SPOKEN_INTERVAL = 1_000;

/** Slider over the span, with stops, gaps and marks above. It moves outside of React. */
const Scrubber = ({ player, focused }: Pick<Props, 'player' | 'focused'>) => {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const spokenTime = useMoment(player, SPOKEN_INTERVAL);
  const { span } = player;
  useEffect(() => {
    const follow = () => {
      if (input.current) input.current.value = String(player.time - player.span.from);
    };
    follow();
    return player.subscribe(follow);
  }, [player]);
  return (
    <Box sx={{ display: 'grid' }}>
      <Strip span={span} focused={focused} />
      <Box
        component="input"
        ref={input}
        type="range"
        min={0}
        max={span.to - span.from}
        step="any"
        defaultValue={0}
        aria-label={translate('playback.scrub')}
        aria-valuetext={Number.isNaN(spokenTime) ? undefined : localTime(spokenTime)}
        onInput={({ currentTarget }) =>
          player.seek(span.from + Number((currentTarget as HTMLInputElement).value))
        }
        sx={{
          width: '100%',
          m: 0,
          height: 24,
          accentColor: (theme) => theme.palette.primary.main,
          cursor: 'pointer',
        }}
      />
    </Box>
  );
};

/** Minimum distance between marks, as a share of the strip; closer ones are merged. */
const APART = 1 / 250;

/** Half of the slider's thumb, px, by which the ends of its track are inset. */
const THUMB = 8;

/** Stops, gaps and marks above the slider; a list contains the same as text. */
const Strip = ({ span, focused }: { readonly span: Stretch; readonly focused: PlayedTrack }) => {
  const colours = useMapColours();
  const length = Math.max(1, span.to - span.from);
  const part = (at: number) => (at - span.from) / length;
  const percent = (share: number) => `${(100 * share).toFixed(2)}%`;
  const bar = ({ from, to }: Stretch) => ({
    position: 'absolute',
    top: 8,
    height: 4,
    left: percent(part(from)),
    width: percent(part(to) - part(from)),
  });
  let last = Number.NEGATIVE_INFINITY;
  const marks = focused.marks.filter(({ at }) => {
    const share = part(at);
    if (share < 0 || share > 1 || share - last < APART) return false;
    last = share;
    return true;
  });
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 12, mx: `${THUMB}px` }}>
      {focused.gaps.map((gap) => (
        <Box
          key={`gap ${gap.from}`}
          sx={{
            ...bar(gap),
            background: `repeating-linear-gradient(90deg, ${colours.label} 0 3px, transparent 3px 7px)`,
          }}
        />
      ))}
      {focused.stops.map((stop) => (
        <Box
          key={`stop ${stop.from}`}
          sx={{
            ...bar(stop),
            minWidth: 3,
            bgcolor: colours.label,
          }}
        />
      ))}
      {marks.map(({ at, kind }) => (
        <Box
          key={`${kind} ${at}`}
          sx={{
            position: 'absolute',
            top: 0,
            bottom: 0,
            width: 3,
            ml: '-1.5px',
            left: percent(part(at)),
            bgcolor: markColour(colours, kind),
          }}
        />
      ))}
    </Box>
  );
};
