import { useStore } from 'ra-core';
import { useEffect, useState } from 'react';
import { useReaderLocale } from '../../../fields/controls/useText';
import { loadSyllables, type SyllablesOf } from './find';

/** The pinyin of titles, once it is there; nothing in another language or when it is switched off in the settings. */
export const useSyllables = (): SyllablesOf | undefined => {
  const locale = useReaderLocale();
  const [switchedOn] = useStore('settings.pinyin', true);
  const wanted = locale === 'zh' && switchedOn;
  const [syllablesOf, setSyllablesOf] = useState<SyllablesOf>();
  useEffect(() => {
    // Without it the search goes on by titles and codes.
    if (wanted) loadSyllables().then((loaded) => setSyllablesOf(() => loaded), reportError);
  }, [wanted]);
  return wanted ? syllablesOf : undefined;
};
