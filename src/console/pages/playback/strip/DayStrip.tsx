import { Box } from '@mui/material';
import { type PointerEvent, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { MINUTE } from '../../../../domain/duration';
import { localTime } from '../../../../domain/figures';
import type { DayPart, LockPart } from '../../../../domain/track/day';
import type { Stretch } from '../../../../domain/track/stops';
import { useReaderLocale, useText } from '../../../../fields/views/reader';
import { useStateName } from '../../../maps';
import type { Player } from '../../../maps/playback';
import type { UnplacedMark } from '../playbackData';
import { useMoment, usePlayhead } from '../usePlayer';
import { groupAt, groupMarks, type MarkGroup } from './groups';
import { Lanes } from './Lanes';
import { MarkSigns } from './marks';
import { type Scale, STRIP } from './scale';

export interface DayStripProps {
  readonly player: Player;
  readonly scale: Scale;
  /** Epoch ms. */
  readonly now: number;
  readonly frame: Stretch | undefined;
  /** Undefined until the outline is read. */
  readonly parts: readonly DayPart[] | undefined;
  readonly locks: readonly LockPart[];
  readonly marks: readonly UnplacedMark[];
  /** Called with the start of the frame while its handle is dragged, epoch ms. */
  readonly onFrame: (from: number) => void;
}

/** Interval at which screen readers get the time, ms. */
const SPOKEN_INTERVAL = 1_000;

/** Slider over a day of a lock: its movement, silence, lock state and events, and the frame that is loaded. */
export const DayStrip = ({ player, scale, now, frame, onFrame, ...content }: DayStripProps) => {
  const translate = useTranslate();
  const { day, width } = scale;
  const groups = useMemo(() => groupMarks(content.marks, scale), [content.marks, scale]);
  const describe = useDescribe({ ...content, now });
  const box = useRef<HTMLDivElement>(null);
  const pointer = useRef<HTMLDivElement>(null);
  const spokenMoment = useMoment(player, SPOKEN_INTERVAL);
  const groupNear = (x: number) => groupAt(groups, scale, scale.at(x));
  const handlers = useStripPointer({
    box,
    pointer,
    scale,
    frame,
    describe: (x) => describe(scale.at(x), groupNear(x)),
    seek: (x) => player.seek(groupNear(x)?.mark.at ?? scale.at(x)),
    onFrame,
  });
  return (
    <Box
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={translate('playback.day.strip')}
      aria-valuemin={0}
      aria-valuemax={Math.round((day.to - day.from) / MINUTE)}
      aria-valuenow={Math.round((spokenMoment - day.from) / MINUTE)}
      aria-valuetext={describe(
        spokenMoment,
        groups.find(({ mark }) => Math.abs(mark.at - spokenMoment) < MINUTE / 2),
      )}
      {...handlers}
      sx={{
        position: 'relative',
        width,
        height: STRIP.height,
        cursor: 'pointer',
        // A swipe scrolls a strip that is wider than its room.
        touchAction: 'pan-x',
        userSelect: 'none',
        borderRadius: 1,
      }}
    >
      <Lanes
        scale={scale}
        now={now}
        parts={content.parts ?? []}
        locks={content.locks}
        loaded={content.parts !== undefined}
      />
      <MarkSigns groups={groups} scale={scale} />
      {frame && <Frame scale={scale} frame={frame} />}
      <Playhead player={player} scale={scale} />
      <Box ref={pointer} aria-hidden sx={pointerStyle}>
        <span />
      </Box>
    </Box>
  );
};

type Described = Pick<DayStripProps, 'now' | 'parts' | 'locks'>;

/** Returns a function that describes a time: "08:36 · No reports · Unsealed (lock open)", "10:02 · Illegal unlock". */
const useDescribe = ({ now, parts = [], locks }: Described) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const text = useText();
  const nameOf = useStateName();
  const motionAt = (at: number): string => {
    if (at > now) return translate('playback.day.notYet');
    const part = parts.find(({ from, to }) => from <= at && at < to);
    const speed = Math.round(part?.speed ?? 0).toLocaleString(locale);
    return translate(`playback.day.${part?.motion ?? 'silent'}`, { speed });
  };
  return (at: number, group: MarkGroup | undefined): string => {
    const clock = localTime(group?.mark.at ?? at).slice(11, 16);
    if (group) return [clock, text(group.mark.label), group.mark.actor].filter(Boolean).join(' · ');
    const lock = at > now ? undefined : locks.findLast(({ from }) => from <= at);
    return [clock, motionAt(at), lock && nameOf(lock.status)].filter(Boolean).join(' · ');
  };
};

interface PointerOptions extends Pick<DayStripProps, 'scale' | 'frame' | 'onFrame'> {
  readonly box: { readonly current: HTMLElement | null };
  readonly pointer: { readonly current: HTMLElement | null };
  /** @param x px from the start of the strip */
  readonly describe: (x: number) => string;
  /** @param x px from the start of the strip */
  readonly seek: (x: number) => void;
}

/** Share of the strip near its ends in which the label of the pointer lies beside its line. */
const EDGE = 0.2;

/** Handles presses and drags of the strip and of the frame's handle. A finger taps; its drag scrolls the strip. */
const useStripPointer = (options: PointerOptions) => {
  const { box, pointer, scale, frame, describe, seek, onFrame } = options;
  const drag = useRef<'strip' | { readonly offset: number } | null>(null);
  const xOf = (event: PointerEvent) =>
    event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
  const hover = (x: number) => {
    const line = pointer.current;
    if (!line) return;
    line.style.display = 'block';
    line.style.left = `${Math.min(scale.width - 1, Math.max(0, x))}px`;
    line.dataset.side =
      x < scale.width * EDGE ? 'right' : x > scale.width * (1 - EDGE) ? 'left' : '';
    if (line.firstChild) line.firstChild.textContent = describe(x);
  };
  const dragTo = (x: number) => {
    if (drag.current === 'strip') seek(x);
    else if (drag.current) onFrame(scale.at(x - drag.current.offset));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const isOnHandle = event.target instanceof Element && event.target.closest('[data-handle]');
    const x = xOf(event);
    drag.current = isOnHandle && frame ? { offset: x - scale.px(frame.from) } : 'strip';
    if (event.pointerType !== 'mouse' && drag.current === 'strip') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (drag.current === 'strip') seek(x);
  };
  const onPointerMove = (event: PointerEvent) => {
    const isMouse = event.pointerType === 'mouse';
    if (isMouse) hover(xOf(event));
    if (isMouse || drag.current !== 'strip') dragTo(xOf(event));
  };
  const onPointerUp = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' && drag.current === 'strip') seek(xOf(event));
    drag.current = null;
  };
  const onPointerCancel = () => {
    drag.current = null;
  };
  const onPointerLeave = () => {
    if (pointer.current) pointer.current.style.display = 'none';
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave };
};

const Frame = ({ scale, frame }: { readonly scale: Scale; readonly frame: Stretch }) => {
  const left = Math.max(0, scale.px(frame.from));
  const right = Math.min(scale.width, scale.px(frame.to));
  return (
    <Box
      aria-hidden
      data-frame
      sx={{
        position: 'absolute',
        top: STRIP.labels - 2,
        bottom: 0,
        left,
        width: Math.max(10, right - left),
        border: 2,
        borderColor: 'primary.main',
        borderRadius: '6px',
        bgcolor: ({ palette }) => `color-mix(in srgb, ${palette.primary.main} 10%, transparent)`,
      }}
    >
      <Box
        data-handle
        sx={{
          position: 'absolute',
          left: '50%',
          top: -17,
          width: 44,
          height: 20,
          ml: '-22px',
          cursor: 'grab',
          touchAction: 'none',
          '&:active': { cursor: 'grabbing' },
          '&::after': {
            content: '""',
            position: 'absolute',
            inset: '11px 10px 3px',
            borderRadius: '3px',
            bgcolor: 'primary.main',
          },
        }}
      />
    </Box>
  );
};

const Playhead = ({ player, scale }: Pick<DayStripProps, 'player' | 'scale'>) => {
  const line = usePlayhead<HTMLDivElement>(player, (time) => `${scale.px(time)}px`);
  return (
    <Box
      ref={line}
      aria-hidden
      sx={{
        position: 'absolute',
        top: STRIP.labels,
        bottom: 0,
        left: -1,
        width: 2,
        bgcolor: 'text.primary',
        willChange: 'transform',
        pointerEvents: 'none',
        '&::before': {
          content: '""',
          position: 'absolute',
          left: -4,
          bottom: -2,
          border: '5px solid transparent',
          borderBottomColor: 'text.primary',
          borderTop: 0,
        },
      }}
    />
  );
};

const pointerStyle = {
  display: 'none',
  position: 'absolute',
  top: STRIP.labels,
  bottom: 0,
  width: '1px',
  bgcolor: 'text.secondary',
  pointerEvents: 'none',
  '& > span': {
    position: 'absolute',
    bottom: '100%',
    left: '50%',
    transform: 'translateX(-50%)',
    whiteSpace: 'nowrap',
    px: 1,
    py: 0.25,
    borderRadius: 1,
    typography: 'caption',
    bgcolor: 'text.primary',
    color: 'background.paper',
    zIndex: 3,
  },
  '&[data-side=left] > span': { transform: 'translateX(-100%)' },
  '&[data-side=right] > span': { transform: 'none' },
} as const;
