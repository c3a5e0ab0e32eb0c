import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocale } from 'react-admin';
import type { AnyEntity } from '../../config';
import {
  countedText,
  inSentence,
  type Label,
  type Locale,
  localeOf,
  textOf,
} from '../../domain/label';

export const useReaderLocale = (): Locale => localeOf(useLocale());

export const useText = (): ((label: Label) => string) => {
  const locale = useReaderLocale();
  return useCallback((label) => textOf(label, locale), [locale]);
};

/** Returns a function that names one record or many of an entity within a sentence. */
export const useNoun = (): ((
  entity: Pick<AnyEntity, 'label' | 'noun'>,
  count: number,
) => string) => {
  const text = useText();
  return useCallback(
    ({ label, noun }, count) => countedText(noun ? text(noun) : inSentence(text(label)), count),
    [text],
  );
};

type Sentence = string | false | null | undefined;

/** Returns a function that joins texts, each ended as a sentence; falsy ones are skipped. */
export const useSentences = (): ((sentences: readonly Sentence[]) => string) => {
  const text = useText();
  const stop = text(['.', '。']);
  return (sentences) =>
    sentences
      .flatMap((each) => (each ? [each.replace(/[^.。…]$/, `$&${stop}`)] : []))
      .join(text([' ', '']));
};

/** Update interval of relative times, ms. "3 min ago" needs no finer one. */
const STEP = 15_000;

/** Creates a time that many components show. It moves in steps while any of them listens. */
export const createPageClock = () => {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let now = Date.now();

  const tick = () => {
    now = Date.now();
    timer = setTimeout(tick, STEP);
    for (const listener of listeners) listener();
  };

  const start = () => {
    const age = Date.now() - now;
    // The time stays for rows that replace all others. A new one would render each of them twice.
    if (age >= STEP) now = Date.now();
    timer = setTimeout(tick, age >= STEP ? STEP : STEP - age);
  };

  return {
    /** Epoch ms. */
    now: () => now,
    /** Calls back after each step; returns the unsubscribe function. */
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
};

const clock = createPageClock();

/** Current time, epoch ms, from one clock for the whole page; updated every 15 s. */
export const useNow = (): number => useSyncExternalStore(clock.subscribe, clock.now);

/** Returns the current time, epoch ms, updated at an interval, ms. */
export const useTick = (interval: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
};
