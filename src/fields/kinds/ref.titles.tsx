import { Link } from '@mui/material';
import { useCallback } from 'react';
import { type RaRecord, useGetManyAggregate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { AnyEntity, Field, Fields } from '../../config';
import type { Key } from '../../domain/key';
import type { Locale } from '../../domain/label';
import { isReference } from '../schemas';
import { useEntity, useRecordAddress } from '../views/contexts';
import { useReaderLocale } from '../views/reader';
import { localizedText } from './text.schema';

interface Props {
  readonly target: string;
  readonly id: Key;
  readonly title: string;
}

/** Title of a record, linked to its detail if the reader has a page that shows it. */
export const RecordLink = ({ target, id, title }: Props) => {
  const to = useRecordAddress()(target, id);
  if (!to) return title;
  return (
    <Link component={RouterLink} to={to} underline="hover">
      {title}
    </Link>
  );
};

/** Loads the titles of records, in the order of the ids; an ellipsis until it is loaded, the id without a record. */
export const useTitles = (target: string, ids: readonly Key[]): string[] => {
  const entity = useEntity(target);
  const title = String(entity?.title ?? 'id');
  const localize = useLocalizedTitle(target);
  const { data, isPending } = useGetManyAggregate<RaRecord>(
    target,
    { ids: [...ids] },
    { enabled: ids.length > 0 && entity !== undefined },
  );
  return ids.map((id) => {
    const row = data?.find((each) => String(each?.id) === String(id));
    if (!row && isPending && entity) return '…';
    return localize(String(row?.[title] ?? id));
  });
};

/** Translates the title of a record if it is a known text. */
export const localizedTitle = (
  entity: AnyEntity | undefined,
  title: string,
  locale: Locale,
): string => {
  const field = (entity?.fields as Fields | undefined)?.[String(entity?.title)];
  return field?.kind === 'text'
    ? localizedText(title, (field as { known?: unknown }).known, locale)
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
