import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';
import { groupDigits } from '../../domain/figures';
import { useReaderLocale, useTick } from '../../fields/views/reader';

interface DataAgeProps {
  /** Time of the server's last answer, epoch ms; null before the first one. */
  lastAnswer: number | null;
  /** False if no further answer is expected. */
  connected: boolean;
  /** Number of loaded devices and of all, during the first load. */
  progress?: { readonly loaded: number; readonly total: number } | null;
}

const colours: { readonly [state in AgeState | 'loading' | 'interrupted']: string } = {
  loading: 'info.main',
  interrupted: 'error.main',
  waiting: 'text.disabled',
  offline: 'error.main',
  live: 'success.main',
  late: 'warning.main',
  stale: 'error.main',
  paused: 'text.secondary',
};

/** States that screen readers announce; a running count would be read continually. */
const ANNOUNCED_STATES = new Set<string>(['waiting', 'offline', 'live', 'stale', 'paused']);

/** Shows the age of the data, because a map that stopped looks like one without movement. */
export const DataAge = ({ lastAnswer, connected, progress }: DataAgeProps) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const now = useTick(1000);
  const loading = connected ? 'loading' : 'interrupted';
  const state = progress ? loading : ageState(lastAnswer, connected, now);
  const { value, unit } = spanOf(now - (lastAnswer ?? now));
  const age = groupDigits(
    value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' }),
  );
  return (
    <Tooltip title={translate('maps.age.explain')}>
      <Box
        data-age={state}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          px: 1.5,
          height: 32,
          borderRadius: 4,
          bgcolor: 'background.paper',
          boxShadow: 2,
          typography: 'body2',
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
        }}
      >
        <Dot state={state} />
        <span>
          {translate(`maps.age.${state}`, {
            age,
            loaded: progress?.loaded.toLocaleString(locale),
            total: progress?.total.toLocaleString(locale),
          })}
        </span>
        {progress && (
          <Box
            component="progress"
            aria-label={translate('maps.age.progress')}
            max={Math.max(1, progress.total)}
            value={progress.loaded}
            sx={{ width: 56, height: 4, accentColor: (theme) => theme.palette.primary.main }}
          />
        )}
        {/* Announce state changes, not every second. */}
        <span role="status" style={visuallyHidden}>
          {ANNOUNCED_STATES.has(state) ? translate(`maps.age.${state}`, { age: '' }) : ''}
        </span>
      </Box>
    </Tooltip>
  );
};

/** Filled while data arrives, hollow otherwise. */
const Dot = ({ state }: { state: keyof typeof colours }) => (
  <Box
    sx={{
      width: 10,
      height: 10,
      borderRadius: '50%',
      border: '2px solid',
      borderColor: colours[state],
      bgcolor: state === 'live' || state === 'late' ? colours[state] : 'transparent',
      '@keyframes pulse': { '50%': { opacity: 0.35 } },
      animation: state === 'live' ? 'pulse 2s ease-in-out infinite' : 'none',
      '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
    }}
  />
);

/** Freshness of the data on the screen. */
export type AgeState = 'waiting' | 'offline' | 'live' | 'late' | 'stale' | 'paused';

/** The server answers at least every 8 s; the rest is network delay. */
const LIVE_MS = 12_000;
const STALE_MS = 30_000;

/**
 * Classifies the age of the data.
 * @param lastAnswer time of the server's last answer, epoch ms; null before the first one
 * @param connected false if no further answer is expected
 */
export const ageState = (lastAnswer: number | null, connected: boolean, now: number): AgeState => {
  if (lastAnswer === null) return connected ? 'waiting' : 'offline';
  if (!connected) return 'paused';
  const age = now - lastAnswer;
  if (age < LIVE_MS) return 'live';
  return age < STALE_MS ? 'late' : 'stale';
};

/** Returns a duration in its largest unit, rounded down: 12 s, 3 min, 2 h, 4 d. */
export const spanOf = (
  ms: number,
): { value: number; unit: 'second' | 'minute' | 'hour' | 'day' } => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return { value: seconds, unit: 'second' };
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 86_400) return { value: Math.floor(seconds / 3600), unit: 'hour' };
  return { value: Math.floor(seconds / 86_400), unit: 'day' };
};
