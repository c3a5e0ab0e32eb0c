import type { Theme } from '@mui/material';
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { FRAME } from './theme';

/**
 * Levels of elements at the lower edge of the window. One that appears by itself covers no element of a lower level.
 */
const LEVELS = { page: 0, commands: 1, notices: 2, messages: 3, alarms: 4 } as const;

type Level = keyof typeof LEVELS;

const ATTRIBUTE = 'data-level';

/** Returns the attribute of an element that nothing of a higher level covers. */
export const keepClear = (level: Level) => ({ [ATTRIBUTE]: LEVELS[level] });

const CONTROLS = `[${ATTRIBUTE}], .MuiDialogActions-root, .MuiPagination-root, [type="submit"]`;

/** Distance between floating elements, px. */
const GAP = 8;

/** Place of a card at the lower right of the window. Below dialogs, so as not to interrupt the operator. */
export const corner = ({ zIndex, palette }: Theme) =>
  ({
    position: 'fixed',
    right: FRAME.gap,
    bottom: FRAME.gap,
    zIndex: zIndex.modal - 1,
    overflow: 'hidden',
    borderRadius: '10px',
    border: `1px solid ${palette.divider}`,
    backgroundColor: palette.raised,
    '@keyframes floating-appear': { from: { opacity: 0 } },
    animation: 'floating-appear 160ms',
    '@media print': { display: 'none' },
  }) as const;

/** Place of the same card on a phone. */
export const dockedAtBottom = {
  left: 0,
  right: 0,
  bottom: 0,
  borderRadius: 0,
  borderWidth: '1px 0 0',
  pb: 'env(safe-area-inset-bottom)',
} as const;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * Returns the distance from the lower edge of the window at which a box covers none of the obstacles, px; the least if
 * there is no room below the top bar.
 */
export const clearBottom = (
  { left, right, height }: Pick<DOMRect, 'left' | 'right' | 'height'>,
  obstacles: readonly Box[],
  windowHeight: number,
  least: number,
): number => {
  let bottom = least;
  for (const other of [...obstacles].sort((a, b) => b.bottom - a.bottom)) {
    const floor = windowHeight - bottom;
    const isBeside = other.right <= left || other.left >= right;
    const isApart = other.top >= floor + GAP || other.bottom <= floor - height - GAP;
    if (!isBeside && !isApart) bottom = windowHeight - other.top + GAP;
  }
  return bottom + height > windowHeight - FRAME.topBar ? least : bottom;
};

const SCROLLER = 'data-scroller';

/** Attribute of a scrolling area whose end can be scrolled out from under a floating element. */
export const scrolling = { [SCROLLER]: '' };

const floatings = new Set<HTMLElement>();

/**
 * Adds room at the end of the scrolling areas that floating elements cover, where it moves nothing. It stays while the
 * operator has scrolled into it.
 */
const makeScrollRoom = (): void => {
  const tops = [...floatings]
    .filter(({ firstElementChild }) => firstElementChild)
    .map((each) => each.getBoundingClientRect().top);
  for (const area of document.querySelectorAll<HTMLElement>(`[${SCROLLER}]`)) {
    const room = Number.parseFloat(area.style.paddingBottom) || 0;
    if (tops.length === 0 && room === 0) continue;
    const left = area.scrollHeight - area.clientHeight - area.scrollTop;
    const { bottom } = area.getBoundingClientRect();
    const needed = Math.max(0, ...tops.map((top) => bottom - top + GAP));
    // The page around it has the room if it scrolls.
    const page = area.parentElement?.closest(`[${SCROLLER}]`);
    const isAlone = !page || page.scrollHeight <= page.clientHeight;
    const scrolls = isAlone && area.scrollHeight - room > area.clientHeight;
    const nextRoom = scrolls ? Math.max(needed, room - left) : 0;
    if (nextRoom !== room) area.style.paddingBottom = nextRoom ? `${nextRoom}px` : '';
  }
};

/** Interval at which floating elements look for controls below them: pages change and scroll, ms. */
const CHECK_INTERVAL = 200;

/**
 * Keeps a fixed element above the controls at the lower edge of the window. It rests while the operator points at it or
 * has the focus in it.
 * @param least distance from the edge without controls, px; undefined for an element that is docked
 */
export const useClearBottom = (
  floating: RefObject<HTMLElement | null>,
  level: Level,
  least: number | undefined,
): void => {
  useLayoutEffect(() => {
    const element = floating.current;
    if (!element || least === undefined) return;
    const place = () => {
      makeScrollRoom();
      if (!element.firstElementChild || element.matches(':hover, :focus-within')) return;
      const obstacles = [...document.querySelectorAll(CONTROLS)]
        .filter((each) => Number(each.getAttribute(ATTRIBUTE)) < LEVELS[level])
        .map((each) => each.getBoundingClientRect())
        // Hidden pages have no size.
        .filter(({ height, top, bottom }) => height > 0 && top < innerHeight && bottom > 0);
      const box = element.getBoundingClientRect();
      element.style.bottom = `${clearBottom(box, obstacles, innerHeight, least)}px`;
    };
    floatings.add(element);
    place();
    const timer = setInterval(place, CHECK_INTERVAL);
    return () => {
      clearInterval(timer);
      element.style.bottom = '';
      floatings.delete(element);
      makeScrollRoom();
    };
  }, [floating, level, least]);
};

/** Time after which a floating card folds, ms. */
const FOLD_DELAY = 12_000;

/**
 * Folds a floating card some time after its content has changed, unless the operator points at it or has the focus in
 * it. New content unfolds it.
 */
export const useFolding = (content: unknown, mayFold: boolean) => {
  const [open, setOpen] = useState(true);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const isInUse = pointed || focused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content unfolds it
  useEffect(() => setOpen(true), [content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has its own time
  useEffect(() => {
    if (!open || isInUse || !mayFold) return;
    const timer = setTimeout(() => setOpen(false), FOLD_DELAY);
    return () => clearTimeout(timer);
  }, [content, open, isInUse, mayFold]);
  return {
    open,
    setOpen,
    isInUse,
    holding: {
      onMouseEnter: () => setPointed(true),
      onMouseLeave: ({ currentTarget }: MouseEvent) => {
        setPointed(false);
        // A control that leaves with the focus in it reports no blur.
        setFocused(currentTarget.matches(':focus-within'));
      },
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
};
