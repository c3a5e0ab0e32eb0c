import { useCallback, useContext } from 'react';
import type { AnyEntity, Field, Fields } from '../../config';
import type { Locale } from '../../domain/label';
import { isReference } from '../schemas';
import { TitleNamesContext, useEntity } from '../views/contexts';
import { useReaderLocale } from '../views/reader';
import { localizedText } from './text.schema';

/** Translates the title of a record if it is a known text. */
export const localizedTitle = (
  entity: AnyEntity | undefined,
  title: string,
  locale: Locale,
): string => {
  const field = (entity?.fields as Fields | undefined)?.[String(entity?.title)];
  return field?.kind === 'text'
    ? localizedText(title, (field as { labels?: unknown }).labels, locale)
    : title;
};

/**
 * Returns a function that translates the titles of an entity.
 * Where its title is a reference, these are titles of the entity that it refers to.
 */
export const useLocalizedTitle = (target: string): ((title: string) => string) => {
  const own = useEntity(target);
  const field = (own?.fields as Fields | undefined)?.[String(own?.title)];
  const entity = useEntity(field && isReference(field) ? (field as Field<'ref'>).of : target);
  const locale = useReaderLocale();
  return useCallback((title) => localizedTitle(entity, title, locale), [entity, locale]);
};

/** Returns a function that writes a title of an entity after the name that people gave the record. */
export const useFullTitle = (target: string): ((title: string) => string) => {
  const localize = useLocalizedTitle(target);
  const nameOf = useContext(TitleNamesContext);
  return (title) => {
    const name = nameOf(target, title);
    return name === undefined ? localize(title) : `${name} ${localize(title)}`;
  };
};
