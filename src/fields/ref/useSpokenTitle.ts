import { useCallback } from 'react';
import type { AnyEntity, Fields } from '../../config';
import type { Locale } from '../../domain/label';
import { useEntity } from '../controls/entities';
import { useReaderLocale } from '../controls/useText';
import { spokenText } from '../text/spokenText';

/** The title of a record of an entity in the reader's language, where it is a known text. */
export const spokenTitle = (
  entity: AnyEntity | undefined,
  title: string,
  locale: Locale,
): string => {
  const field = (entity?.fields as Fields | undefined)?.[String(entity?.title)];
  return field?.kind === 'text'
    ? spokenText(title, (field as { known?: unknown }).known, locale)
    : title;
};

/** A function that says the titles of an entity's records in the reader's language. */
export const useSpokenTitle = (target: string): ((title: string) => string) => {
  const entity = useEntity(target);
  const locale = useReaderLocale();
  return useCallback((title) => spokenTitle(entity, title, locale), [entity, locale]);
};
