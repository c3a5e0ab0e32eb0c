import { useEffect, useState } from 'react';
import { useStore } from 'react-admin';
import { useReaderLocale } from '../../../fields/views/reader';
import { hasPinyin } from '../../i18n';
import { loadSyllables, type SyllablesOf } from './matcher';

/** Returns the pinyin of titles once it is loaded; undefined in other languages or if the setting is off. */
export const useSyllables = (): SyllablesOf | undefined => {
  const locale = useReaderLocale();
  const [switchedOn] = useStore('settings.pinyin', true);
  const isEnabled = hasPinyin[locale] && switchedOn;
  const [syllablesOf, setSyllablesOf] = useState<SyllablesOf>();
  useEffect(() => {
    // On a failure, the search continues with titles and codes.
    if (isEnabled)
      loadSyllables().then((syllables) => setSyllablesOf(() => syllables), reportError);
  }, [isEnabled]);
  return isEnabled ? syllablesOf : undefined;
};
