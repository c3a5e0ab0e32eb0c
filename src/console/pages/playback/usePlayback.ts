import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MINUTE } from '../../../domain/duration';
import { dayAround, dayParts, dayStartOf, frameAt, journeysOf } from '../../../domain/track/day';
import type { Stretch } from '../../../domain/track/stops';
import type { Track } from '../../../domain/track/track';
import { useTick } from '../../../fields/views/reader';
import { CALL } from '../../../protocol';
import { useIsCallMissing } from '../../data';
import { Player } from '../../maps/playback';
import {
  type PlaybackAddress,
  type PlaybackQuery,
  parsePlaybackAddress,
  playbackSearch,
} from './address';
import { useDayMarks, useDayOutlines, useLastJourney } from './dayData';
import { REFRESH_INTERVAL, type UnplacedMark, useTrackLimits, useTrackSums } from './playbackData';
import { LEAD, SETTLE_TIME, useRunOn } from './useRunOn';

const NO_TRACKS: readonly Track[] = [];
const NO_MARKS: readonly UnplacedMark[] = [];
const NO_MARKS_BY_SN: ReadonlyMap<string, readonly UnplacedMark[]> = new Map();

export type Playback = ReturnType<typeof usePlayback>;

/** Returns the state of the page: its address, the day and its outlines, the frame, and the player of the day. */
export const usePlayback = () => {
  const { text, address, setAddress } = useAddress();
  const { sns } = address;
  const { minutes } = useTrackLimits();
  const length = minutes * MINUTE;
  const loaded = useMemo(() => shortened(address.frame, length), [address, length]);
  const day = useDay(address);
  const now = useTick(REFRESH_INTERVAL);
  const player = useDayPlayer(day, now);
  const [selectedSn, focus] = useState<string>();
  const focusedSn = selectedSn !== undefined && sns.includes(selectedSn) ? selectedSn : sns[0];
  const outlineQuery = useDayOutlines(sns, day);
  const outlines = outlineQuery.data ?? NO_TRACKS;
  const sumsQuery = useTrackSums(sns, day);
  const { data: marksBySn = NO_MARKS_BY_SN } = useDayMarks(sns, day);
  const outline = outlines.find(({ sn }) => sn === focusedSn);
  const journeys = useMemo(() => (outline ? journeysOf(dayParts(outline)) : []), [outline]);
  const last = useLastJourney(sns, !address.frame && !address.day);

  // The address of the player's own moves, which need no seek.
  const ownText = useRef<string | null>(null);
  // A move of the player that was due while the reader chose another address would take it back.
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader has arrived
  useEffect(() => {
    isLeaving.current = false;
  }, [text]);
  const moveTo = useCallback(
    (next: Stretch, replace = true) => {
      if (isLeaving.current) return;
      ownText.current = playbackSearch({ sns, frame: next }).slice(1);
      setAddress({ sns, frame: next }, replace);
    },
    [sns, setAddress],
  );
  const { frame, moveFrame } = useMovedFrame({ player, day, loaded, length, onFrame: moveTo });
  const seek = useEffectEvent(() => {
    if (text !== ownText.current && frame) player.seek(address.at ?? frame.from);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address or day is a new moment
  useEffect(() => seek(), [text, day]);
  useFoundFrame({
    address,
    day,
    now,
    length,
    outline,
    isKnown: !outlineQuery.isPending,
    last,
    setAddress,
  });
  useRunOn({ player, frame, length, day, sns, onFrame: moveTo });

  return {
    sns,
    focusedSn,
    focus,
    player,
    /** Local day of the playback; undefined until it is known. */
    day,
    /** Epoch ms; updated with the outlines. */
    now,
    /** Frame as it is drawn. While it is dragged, `request` still has the last one. */
    frame,
    /** The address asks for a longer frame than the server allows. */
    isShortened: loaded !== address.frame,
    request: useMemo<PlaybackQuery | null>(
      () => (loaded && sns.length > 0 ? { sns, ...loaded } : null),
      [sns, loaded],
    ),
    /** False if the server has no outlines: then there is no strip of the day. */
    hasOutlines: !useIsCallMissing(CALL.TRACK_OUTLINE),
    /** Outlines of the locks; empty until they are read. */
    outlines,
    isOutlinePending: outlineQuery.isPending,
    outlineError: outlineQuery.error,
    retryOutline: () => outlineQuery.refetch(),
    searchError: last.error,
    retrySearch: () => last.refetch(),
    isSearching: last.isFetching,
    /** Sums of the focused lock on the day; undefined until they are read, or if the server has none. */
    daySums: sumsQuery.data?.get(focusedSn ?? ''),
    /** Events of the focused lock on the day. */
    marks: marksBySn.get(focusedSn ?? '') ?? NO_MARKS,
    marksBySn,
    /** Journeys of the focused lock on the day. */
    journeys,
    show: (next: PlaybackAddress) => {
      isLeaving.current = playbackSearch(next).slice(1) !== text;
      setAddress(next, false);
    },
    moveFrame,
    addressNow: () => playbackSearch({ sns, frame, at: player.time }),
  };
};

/** Keeps the state in the URL, so that it can be sent to a colleague. */
const useAddress = () => {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const address = useMemo(() => parsePlaybackAddress(new URLSearchParams(text)), [text]);
  // A frame that moves keeps the locks.
  const snKey = address.sns.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the locks
  const sns = useMemo(() => address.sns, [snKey]);
  const stable = useMemo(() => ({ ...address, sns }), [address, sns]);
  const latest = useRef(setSearch);
  useEffect(() => {
    latest.current = setSearch;
  }, [setSearch]);
  const setAddress = useCallback(
    (next: PlaybackAddress, replace: boolean) => latest.current(playbackSearch(next), { replace }),
    [],
  );
  return { text, address: stable, setAddress };
};

const shortened = (frame: Stretch | undefined, length: number): Stretch | undefined =>
  frame && frame.to - frame.from > length ? { from: frame.from, to: frame.from + length } : frame;

/** Returns the local day of an address. It stays the same object while the frame moves within the day. */
const useDay = ({ frame, at, day }: PlaybackAddress): Stretch | undefined => {
  const moment = frame ? (at ?? frame.from) : day && Date.parse(`${day}T12:00`);
  const from = typeof moment === 'number' ? dayAround(moment).from : undefined;
  return useMemo(() => (from === undefined ? undefined : dayAround(from)), [from]);
};

/** Returns a player of the day, up to now. It keeps its speed over days, and pauses while its page is hidden. */
const useDayPlayer = (day: Stretch | undefined, now: number): Player => {
  const [player] = useState(() => new Player({ from: 0, to: 0 }));
  useEffect(() => {
    if (day) player.setSpan({ from: day.from, to: Math.max(day.from, Math.min(day.to, now)) });
  }, [player, day, now]);
  useEffect(() => player.pause, [player]);
  return player;
};

interface MovedFrame {
  readonly player: Player;
  readonly day: Stretch | undefined;
  readonly loaded: Stretch | undefined;
  readonly length: number;
  readonly onFrame: (frame: Stretch) => void;
}

/** Returns the frame, and a function that moves it with the playback time in it. It is loaded when it rests. */
const useMovedFrame = ({ player, day, loaded, length, onFrame }: MovedFrame) => {
  const [moved, setMoved] = useState<{ readonly frame: Stretch; readonly at: number } | null>(null);
  const frame = moved?.frame ?? loaded;
  const moveFrame = (from: number) => {
    if (!day) return;
    const next = frameAt(day, from, length);
    const offset = frame ? Math.max(0, player.time - frame.from) : 0;
    setMoved({ frame: next, at: next.from + Math.min(next.to - next.from, offset) });
  };
  const load = useEffectEvent((next: Stretch) => {
    if (next.from === loaded?.from) setMoved(null);
    else onFrame(next);
  });
  useEffect(() => {
    if (!moved) return;
    player.seek(moved.at);
    const timer = setTimeout(() => load(moved.frame), SETTLE_TIME);
    return () => clearTimeout(timer);
  }, [player, moved]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has the frame now
  useEffect(() => setMoved(null), [loaded]);
  return { frame, moveFrame };
};

interface FoundFrame {
  readonly address: PlaybackAddress;
  readonly day: Stretch | undefined;
  readonly now: number;
  readonly length: number;
  readonly outline: Track | undefined;
  /** True once the outline is read, or cannot be. */
  readonly isKnown: boolean;
  readonly last: { readonly data: number | undefined };
  readonly setAddress: ReturnType<typeof useAddress>['setAddress'];
}

/** Completes an address without a frame: by the first movement of its day, else by the last journey. */
const useFoundFrame = (options: FoundFrame): void => {
  const { address, day, now, length, outline, isKnown, last, setAddress } = options;
  const complete = useEffectEvent(() => {
    if (address.frame) return;
    if (day && isKnown) {
      return setAddress(
        { sns: address.sns, ...dayStartOf(day, outline, { length, now, lead: LEAD }) },
        true,
      );
    }
    if (day || last.data === undefined) return;
    const start = frameAt(dayAround(last.data), last.data - LEAD, length);
    setAddress({ sns: address.sns, frame: start }, true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an answer arrives
  useEffect(() => complete(), [address, day, outline, isKnown, last.data]);
};
