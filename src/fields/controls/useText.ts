import { useLocale } from 'ra-core';
import { useCallback } from 'react';
import { type Label, type Locale, localeOf, textOf } from '../../domain/label';

/** The language the reader has chosen. */
export const useReaderLocale = (): Locale => localeOf(useLocale());

/** A function that says a label in the reader's language. */
export const useText = (): ((label: Label) => string) => {
  const locale = useReaderLocale();
  return useCallback((label) => textOf(label, locale), [locale]);
};
