import { Link } from '@mui/material';
import { useContext } from 'react';
import { type RaRecord, useGetManyAggregate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Key } from '../../domain/key';
import { RecordAddressContext, useEntity } from '../views/contexts';
import { useLocalizedTitle } from './localizedTitle';

/** Title of a record, linked to its detail if the reader has a page that shows it. */
export const RecordLink = ({ target, id, title }: { target: string; id: Key; title: string }) => {
  const to = useContext(RecordAddressContext)(target, id);
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
