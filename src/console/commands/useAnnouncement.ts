import { useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../../fields/controls/useText';
import { offeringOf } from '../offers';
import type { Dispatch } from './ticketBook';
import { countStates } from './ticketSummary';

/** News of many locks come in bursts; a screen reader is told once they pause, ms. */
const PAUSE = 700;

/** What changed last, in a sentence for screen readers. */
export const useAnnouncement = (dispatches: readonly Dispatch[]): string => {
  const translate = useTranslate();
  const text = useText();
  const known = useRef(dispatches);
  const [news, setNews] = useState('');

  const sentence = useEffectEvent(({ entity, code, entries }: Dispatch) => {
    const command = text(offeringOf(entity.commands, code).label);
    const [only, ...others] = entries;
    if (only && others.length === 0) {
      const state = translate(`commands.state.${only.state}`);
      return translate('commands.panel.newsOne', { command, sn: only.sn, state });
    }
    const counts = countStates(entries).map(({ state, count }) =>
      translate('commands.panel.count', { count, state: translate(`commands.brief.${state}`) }),
    );
    return translate('commands.panel.news', { command, counts: counts.join(', ') });
  });

  useEffect(() => {
    const timer = setTimeout(() => {
      const changed = dispatches.find((dispatch) => !known.current.includes(dispatch));
      known.current = dispatches;
      if (changed) setNews(sentence(changed));
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [dispatches]);
  return news;
};
