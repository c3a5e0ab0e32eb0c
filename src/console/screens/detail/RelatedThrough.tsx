import { Alert, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { AnyEntity, Label, Related } from '../../../config';
import { useText } from '../../../fields/controls/useText';
import { useShell } from '../../shell';
import { useRows } from '../list/useRows';
import { namedIds } from './namedIds';
import { RelatedScreen } from './RelatedScreen';

/** Records that name others: more of them than this are not looked through. */
const NAMING = 200;

interface Props {
  readonly entity: AnyEntity;
  readonly through: NonNullable<Related<never>['through']>;
  readonly match: unknown;
  /** What is said where there are none. */
  readonly empty?: Label;
}

const Named = ({
  entity,
  through,
  match,
  empty,
  naming,
}: Props & { readonly naming: AnyEntity }) => {
  const translate = useTranslate();
  const text = useText();
  const filter = useMemo(() => ({ ...through.only, [through.their]: match }), [through, match]);
  const { data, isPending, error } = useRows(naming, {
    filter,
    sort: [{ field: 'id', order: 'DESC' }],
    page: 1,
    perPage: NAMING,
  });
  const ids = useMemo(() => namedIds(data?.data ?? [], through.takes), [data, through]);
  if (error && !data) return <Alert severity="error">{error.message}</Alert>;
  if (isPending) return <Skeleton variant="rounded" height={320} />;
  return ids.length > 0 ? (
    <RelatedScreen entity={entity} their="id" match={ids} empty={empty} fixed />
  ) : (
    <Typography color="textSecondary">
      {empty ? text(empty) : translate('screens.detail.noRelated')}
    </Typography>
  );
};

/** The records that others name which belong to the one in view: looked at from here, added and removed there. */
export const RelatedThrough = (props: Props) => {
  const { declared } = useShell();
  const naming = declared.entities.find(({ name }) => name === props.through.entity);
  return naming ? <Named {...props} naming={naming} /> : null;
};
