import { Box, ButtonBase, Card, Typography, useTheme } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { shortNumber } from '../../../domain/figures';
import { choiceLabel, type Tone } from '../../../domain/label';
import { type LockStatus, lockStatus } from '../../../domain/lock';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import { STATUS_ORDER } from '../fleetCounts';
import { ringArcs } from './figures';
import { ShortNumber } from './PanelCard';

const tones: { readonly [status in LockStatus]?: Tone } = lockStatus.tones;

interface Props {
  /** Null while loading. */
  readonly byStatus: Readonly<Record<LockStatus, number>> | null;
  /** Returns the link to the devices in a state, if a menu shows them. */
  readonly listOf: (status: LockStatus) => string | undefined;
}

/** Fleet by lock state: a ring chart, and a legend with links to the lists. */
export const StatusCard = ({ byStatus, listOf }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const { palette } = useTheme();
  const countOf = (status: LockStatus) => byStatus?.[status] ?? 0;
  const total = STATUS_ORDER.map(countOf).reduce((sum, count) => sum + count, 0);
  const colorOf = (tone: Tone) =>
    tone === 'default' ? palette.text.secondary : palette[tone].main;
  const shareOf = (count: number) =>
    (total === 0 ? 0 : count / total).toLocaleString(locale, {
      style: 'percent',
      maximumFractionDigits: 1,
    });
  const rows = STATUS_ORDER.map((status) => {
    const tone = tones[status] ?? 'default';
    const label = choiceLabel(lockStatus, status);
    return { status, tone, color: colorOf(tone), name: label ? text(label) : '' };
  });
  return (
    <Card component="section" sx={{ p: 2.5, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Typography variant="h5" component="h2">
        {translate('dashboard.byStatus')}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'center',
          gap: 2.5,
          flex: 1,
        }}
      >
        <Ring
          parts={rows.map(({ status, color }) => ({ key: status, value: countOf(status), color }))}
          figure={shortNumber(total)}
          unit={translate('dashboard.locks', { smart_count: total })}
        />
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, flex: '1 1 270px' }}>
          {rows.map(({ status, tone, color, name }) => (
            <li key={status}>
              <StatusRow
                shape={
                  <Box component="span" sx={{ color, lineHeight: 0 }}>
                    <StateSign tone={tone} />
                  </Box>
                }
                name={name}
                count={countOf(status)}
                share={shareOf(countOf(status))}
                to={listOf(status)}
              />
            </li>
          ))}
        </Box>
      </Box>
    </Card>
  );
};

interface RowProps {
  readonly shape: ReactNode;
  readonly name: string;
  readonly count: number;
  readonly share: string;
  readonly to: string | undefined;
}

const StatusRow = ({ shape, name, count, share, to }: RowProps) => {
  const content = (
    <>
      {shape}
      <Typography component="span" variant="body1" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
        {name}
      </Typography>
      <Typography component="span" variant="body1" sx={{ fontWeight: 600 }}>
        <ShortNumber value={count} />
      </Typography>
      <Typography
        component="span"
        variant="body2"
        sx={{ color: 'text.secondary', minWidth: '3.6em', textAlign: 'right' }}
      >
        {share}
      </Typography>
    </>
  );
  const sx = {
    display: 'flex',
    alignItems: 'center',
    gap: 1.25,
    width: '100%',
    minHeight: 36,
    px: 1,
    borderRadius: 1,
    textAlign: 'left',
  } as const;
  return to ? (
    <ButtonBase component={Link} to={to} sx={{ ...sx, '&:hover': { bgcolor: 'action.hover' } }}>
      {content}
    </ButtonBase>
  ) : (
    <Box sx={sx}>{content}</Box>
  );
};

const SIZE = 168;
const WIDTH = 18;
const RADIUS = (SIZE - WIDTH) / 2;
const GAP = 0.8;
const CENTRE = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS };

interface Part {
  readonly key: string | number;
  readonly value: number;
  readonly color: string;
}

interface RingProps {
  readonly parts: readonly Part[];
  /** Number in the middle, above its unit. */
  readonly figure: string;
  readonly unit: string;
}

/** Ring chart of shares. Decorative: the caller shows the same numbers as text. */
const Ring = ({ parts, figure, unit }: RingProps) => {
  const { palette } = useTheme();
  const arcs = ringArcs(
    parts.map(({ value }) => value),
    GAP,
  );
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      width={SIZE}
      height={SIZE}
      style={{ flex: 'none' }}
      aria-hidden="true"
    >
      <g fill="none" strokeWidth={WIDTH} transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}>
        <circle {...CENTRE} stroke={palette.action.hover} />
        {parts.map(({ key, color }, i) => (
          <circle
            key={key}
            {...CENTRE}
            stroke={color}
            pathLength={100}
            strokeDasharray={`${arcs[i]?.length ?? 0} 100`}
            strokeDashoffset={-(arcs[i]?.start ?? 0)}
            style={{ transition: 'stroke-dasharray 0.4s, stroke-dashoffset 0.4s' }}
          />
        ))}
      </g>
      <g textAnchor="middle">
        <text
          x="50%"
          y="50%"
          dy="0.15em"
          fontSize={28}
          fontWeight={650}
          fill={palette.text.primary}
        >
          {figure}
        </text>
        <text x="50%" y="50%" dy="2em" fontSize={12} fill={palette.text.secondary}>
          {unit}
        </text>
      </g>
    </svg>
  );
};
