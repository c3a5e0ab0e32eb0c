import { Link } from '@mui/material';
import { type ReactNode, useContext } from 'react';
import { type RaRecord, useGetManyAggregate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { type AnyEntity, isBlank, type Row } from '../../config';
import type { Key } from '../../domain/key';
import { RecordAddressContext, useEntity } from '../views/contexts';
import { useLocalizedTitle } from './localizedTitle';

interface LinkProps {
  readonly target: string;
  readonly id: Key;
  readonly title: ReactNode;
}

/** Title of a record, linked to its detail if the reader has a page that shows it. */
export const RecordLink = ({ target, id, title }: LinkProps) => {
  const to = useContext(RecordAddressContext)(target, id);
  if (!to) return title;
  return (
    <Link component={RouterLink} to={to} underline="hover">
      {title}
    </Link>
  );
};

/** Writes the title of a record after the name that people gave it, if it has one. */
export const titleOf = (
  row: Row,
  entity: AnyEntity | undefined,
  localize: (title: string) => string,
): string => {
  const own = row[String(entity?.title ?? 'id')] ?? row.id;
  const name = entity?.nameField && row[String(entity.nameField)];
  return [name, localize(String(own))].filter((part) => !isBlank(part)).join(' ');
};

/** Loads the titles of records, in the order of the ids; an ellipsis until it is loaded, the id without a record. */
export const useTitles = (target: string, ids: readonly Key[]): string[] => {
  const entity = useEntity(target);
  const localize = useLocalizedTitle(target);
  const { data, isPending } = useGetManyAggregate<RaRecord>(
    target,
    { ids: [...ids] },
    { enabled: ids.length > 0 && entity !== undefined },
  );
  return ids.map((id) => {
    const row = data?.find((each) => String(each?.id) === String(id));
    if (!row && isPending && entity) return '…';
    return row ? titleOf(row, entity, localize) : localize(String(id));
  });
};
