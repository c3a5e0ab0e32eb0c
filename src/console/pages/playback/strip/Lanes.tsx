import { Box, useTheme } from '@mui/material';
import { useId } from 'react';
import { HOUR, MINUTE } from '../../../../domain/duration';
import { localTime } from '../../../../domain/figures';
import { LOCK } from '../../../../domain/lock';
import {
  type DayPart,
  type LockPart,
  type Motion,
  mergeStretches,
} from '../../../../domain/track/day';
import type { Stretch } from '../../../../domain/track/stops';
import { useLockTitle } from '../../../app/recordNames';
import { useMapColours } from '../../../maps';
import { type Scale, STRIP } from './scale';

/** Speed that fills the lane, km/h. */
const FULL_SPEED = 90;
/** Minimum height of movement, px. */
const MIN_BAR = 8;
const FLOOR = STRIP.motion.top + STRIP.motion.height;

/** Minimum room of an hour's label, px. */
const LABEL = 42;
const HOUR_STEPS = [1, 2, 3, 6];

export const stretchesOf = (parts: readonly DayPart[], motion: Motion): Stretch[] =>
  mergeStretches(parts.filter((part) => part.motion === motion));

interface Props {
  readonly scale: Scale;
  /** Epoch ms. */
  readonly now: number;
  readonly parts: readonly DayPart[];
  readonly locks: readonly LockPart[];
  /** False until the outline is read. */
  readonly loaded: boolean;
}

/** Movement and lock state of a day, below its hours. */
export const Lanes = ({ scale, now, parts, locks, loaded }: Props) => {
  const { palette } = useTheme();
  const { day, width, px } = scale;
  const colours = useMapColours();
  return (
    <Box
      component="svg"
      aria-hidden
      width={width}
      height={STRIP.height}
      sx={{ display: 'block', position: 'absolute', inset: 0 }}
    >
      <rect
        y={STRIP.motion.top}
        width={width}
        height={STRIP.motion.height}
        rx="4"
        fill={palette.background.default}
      />
      <Hours scale={scale} />
      {loaded && <MotionLane scale={scale} now={now} parts={parts} />}
      {locks.map(({ from, to, status }) => {
        const isSealed = status === LOCK.sealed;
        return (
          <rect
            key={from}
            x={px(from)}
            y={STRIP.lock.top + (isSealed ? 2 : 0)}
            width={Math.max(2, px(to) - px(from))}
            height={isSealed ? 2 : STRIP.lock.height}
            fill={isSealed ? palette.text.disabled : colours.states[status]}
          />
        );
      })}
      {day.from < now && now < day.to && (
        <line
          x1={px(now)}
          x2={px(now)}
          y1={STRIP.motion.top - 4}
          y2={STRIP.height - 4}
          stroke={palette.text.secondary}
          strokeDasharray="2 2"
        />
      )}
    </Box>
  );
};

/** Hours by elapsed time, so that a skipped hour is missing and a repeated one is drawn twice. */
const Hours = ({ scale: { day, width, px } }: Pick<Props, 'scale'>) => {
  const { palette } = useTheme();
  const count = Math.round((day.to - day.from) / HOUR);
  const step = HOUR_STEPS.find((hours) => (width / count) * hours >= LABEL) ?? 6;
  return Array.from({ length: count + 1 }, (_, hour) => {
    const at = day.from + hour * HOUR;
    const isLabelled = hour % step === 0;
    return (
      <g key={at}>
        <line
          x1={px(at)}
          x2={px(at)}
          y1={STRIP.motion.top - (isLabelled ? 4 : 0)}
          y2={FLOOR}
          stroke={palette.divider}
        />
        {isLabelled && (
          <text
            x={Math.min(width - 8, Math.max(8, px(at)))}
            y="12"
            textAnchor="middle"
            fill={palette.text.secondary}
            fontSize="11"
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {hour === count ? '24' : localTime(at).slice(11, 13)}
          </text>
        )}
      </g>
    );
  });
};

/** A shorter time before the first and after the last report is usual, ms. */
const MIN_UNREPORTED = 10 * MINUTE;

const MotionLane = ({ scale, now, parts }: Pick<Props, 'scale' | 'now' | 'parts'>) => {
  const { palette } = useTheme();
  const id = useId();
  const { day, px } = scale;
  const moving = parts
    .filter(({ motion }) => motion === 'moving')
    .map(({ from, to, speed }) => {
      const share = Math.min(1, speed / FULL_SPEED);
      const top = FLOOR - Math.max(MIN_BAR, share * (STRIP.motion.height - 4));
      return `M${px(from).toFixed(1)} ${FLOOR}V${top.toFixed(1)}H${(px(to) + 0.4).toFixed(1)}V${FLOOR}Z`;
    });
  const end = Math.min(now, day.to);
  const unreported = [
    { from: day.from, to: Math.min(parts[0]?.from ?? end, end) },
    { from: parts.at(-1)?.to ?? end, to: end },
  ].filter(({ from, to }) => to - from > MIN_UNREPORTED);
  const bars = (stretches: readonly Stretch[], height: number, fill: string) =>
    stretches.map(({ from, to }) => (
      <rect
        key={`${fill} ${from}`}
        x={px(from)}
        y={FLOOR - height}
        width={Math.max(1, px(to) - px(from))}
        height={height}
        fill={fill}
      />
    ));
  return (
    <>
      <defs>
        <Stripes id={`${id}unreported`} colour={palette.text.secondary} opacity={0.35} />
        <Stripes id={`${id}carried`} colour={palette.primary.main} opacity={0.75} />
      </defs>
      {bars(unreported, STRIP.motion.height, `url(#${id}unreported)`)}
      {stretchesOf(parts, 'silent').map(({ from, to }) => (
        <line
          key={from}
          x1={px(from)}
          x2={px(to)}
          y1={FLOOR - 2}
          y2={FLOOR - 2}
          stroke={palette.text.secondary}
          strokeWidth="2"
          strokeDasharray="2 3"
        />
      ))}
      {bars(stretchesOf(parts, 'carried'), 14, `url(#${id}carried)`)}
      {bars(stretchesOf(parts, 'standing'), 3, palette.text.secondary)}
      <path d={moving.join('')} fill={palette.primary.main} />
    </>
  );
};

const Stripes = ({ id, colour, opacity }: { id: string; colour: string; opacity: number }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line y2="6" stroke={colour} strokeOpacity={opacity} strokeWidth="2" />
  </pattern>
);

interface OtherLaneProps {
  readonly sn: string;
  readonly scale: Scale;
  readonly parts: readonly DayPart[];
  readonly onFocus: () => void;
}

/** Movement of another lock on the same day; a press brings the lock to the strip. */
export const OtherLane = ({ sn, scale: { width, px }, parts, onFocus }: OtherLaneProps) => {
  const { palette } = useTheme();
  const title = useLockTitle()(sn);
  const bars = (motion: Motion, opacity: number) =>
    stretchesOf(parts, motion).map(({ from, to }) => (
      <rect
        key={from}
        x={px(from)}
        y="7"
        width={Math.max(1, px(to) - px(from))}
        height="10"
        fill={palette.primary.main}
        fillOpacity={opacity}
      />
    ));
  return (
    <Box
      component="button"
      type="button"
      aria-label={title}
      onClick={onFocus}
      sx={{
        all: 'unset',
        display: 'block',
        width,
        height: STRIP.lane,
        cursor: 'pointer',
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
      }}
    >
      <svg aria-hidden="true" width={width} height={STRIP.lane} style={{ display: 'block' }}>
        <rect y="7" width={width} height="10" rx="3" fill={palette.background.default} />
        {bars('carried', 0.3)}
        {bars('moving', 0.75)}
        <text
          x="6"
          y="16"
          fontSize="11"
          fontWeight="600"
          fill={palette.text.primary}
          stroke={palette.background.paper}
          strokeWidth="3"
          paintOrder="stroke"
        >
          {title}
        </text>
      </svg>
    </Box>
  );
};
