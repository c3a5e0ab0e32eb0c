import FollowIcon from '@mui/icons-material/GpsFixed';
import EarlierIcon from '@mui/icons-material/KeyboardDoubleArrowLeft';
import LaterIcon from '@mui/icons-material/KeyboardDoubleArrowRight';
import PauseIcon from '@mui/icons-material/Pause';
import PlayIcon from '@mui/icons-material/PlayArrow';
import NextIcon from '@mui/icons-material/SkipNext';
import PreviousIcon from '@mui/icons-material/SkipPrevious';
import { Box, MenuItem, Paper, Select, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { ComponentType } from 'react';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { localTime } from '../../../domain/figures';
import { keepClear } from '../../look/floating';
import { type ColourBy, type Player, SPEEDS } from '../../maps/playback';
import { StripCard } from './strip/StripCard';
import type { Playback } from './usePlayback';
import { useMoment, usePlayerValue } from './usePlayer';

export interface PlaybackView {
  readonly colourBy: ColourBy;
  readonly follow: boolean;
  readonly skipStops: boolean;
}

interface Props {
  readonly playback: Playback;
  /** Times of the records to step through, sorted. */
  readonly moments: Float64Array;
  readonly view: PlaybackView;
  readonly onView: (view: PlaybackView) => void;
}

/** Strip of the day, and playback controls: step, play, clock, frame, rate, and display options. */
export const Transport = ({ playback, moments, view, onView }: Props) => {
  const translate = useTranslate();
  const { player } = playback;
  const isPlaying = usePlayerValue(player, (each) => each.isPlaying);
  const speed = usePlayerValue(player, (each) => each.speed);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={translate('playback.controls')}
      {...keepClear('page')}
      sx={{ p: 1.5, borderRadius: 2, display: 'grid', gap: 1, minWidth: 0 }}
    >
      {playback.hasOutlines && <StripCard playback={playback} />}
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Step to="back" Icon={PreviousIcon} onClick={() => player.step(moments, -1)} />
          <IconButtonWithTooltip
            label={translate(isPlaying ? 'playback.pause' : 'playback.play')}
            color="primary"
            onClick={() => player.toggle()}
            sx={{ border: 1, borderColor: 'currentColor', mx: 0.5 }}
          >
            {isPlaying ? <PauseIcon /> : <PlayIcon />}
          </IconButtonWithTooltip>
          <Step to="forward" Icon={NextIcon} onClick={() => player.step(moments, 1)} />
        </Box>
        <Clock player={player} />
        <FrameSteps playback={playback} />
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
        <ViewToggles playback={playback} view={view} onView={onView} />
      </Box>
    </Paper>
  );
};

interface StepProps {
  readonly to: 'back' | 'forward' | 'day.earlier' | 'day.later';
  readonly Icon: ComponentType;
  readonly onClick: () => void;
}

const Step = ({ to, Icon, onClick }: StepProps) => (
  <IconButtonWithTooltip label={useTranslate()(`playback.${to}`)} onClick={onClick}>
    <Icon />
  </IconButtonWithTooltip>
);

const FrameSteps = ({ playback: { frame, moveFrame } }: Pick<Props, 'playback'>) => {
  if (!frame) return null;
  const length = frame.to - frame.from;
  const clock = (at: number) => localTime(at).slice(11, 16);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', typography: 'body2' }}>
      <Step to="day.earlier" Icon={EarlierIcon} onClick={() => moveFrame(frame.from - length)} />
      <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {clock(frame.from)}–{clock(frame.to)}
      </Box>
      <Step to="day.later" Icon={LaterIcon} onClick={() => moveFrame(frame.to)} />
    </Box>
  );
};

/** Selected in a colour, because grey text on the grey of a toggle lacks contrast. */
const toggleStyle = { color: 'text.primary' } as const;

const ViewToggles = ({ playback, view, onView }: Omit<Props, 'moments'>) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: { sm: 'auto' } }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view.colourBy}
        aria-label={translate('playback.colourBy')}
        onChange={(_, colourBy: ColourBy | null) => colourBy && onView({ ...view, colourBy })}
      >
        <ToggleButton value="speed" sx={toggleStyle}>
          {translate('playback.speedNow')}
        </ToggleButton>
        <ToggleButton value="status" sx={toggleStyle}>
          {translate('playback.byStatus')}
        </ToggleButton>
      </ToggleButtonGroup>
      {playback.hasOutlines && (
        <ToggleButton
          size="small"
          value="skip"
          selected={view.skipStops}
          onChange={() => onView({ ...view, skipStops: !view.skipStops })}
          sx={toggleStyle}
        >
          {translate('playback.skipStops')}
        </ToggleButton>
      )}
      <ToggleButton
        size="small"
        value="follow"
        selected={view.follow}
        onChange={() => onView({ ...view, follow: !view.follow })}
        sx={toggleStyle}
      >
        <FollowIcon fontSize="small" sx={{ mr: 0.75 }} />
        {translate('playback.follow')}
      </ToggleButton>
    </Box>
  );
};

const Clock = ({ player }: { readonly player: Player }) => {
  const moment = useMoment(player, 100);
  return (
    <Box
      component="time"
      dateTime={new Date(moment).toISOString()}
      sx={{
        fontVariantNumeric: 'tabular-nums',
        fontSize: 17,
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      {localTime(moment).slice(11)}
    </Box>
  );
};
