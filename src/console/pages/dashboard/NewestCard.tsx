import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { useGetList, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { useDeclared } from '../fleet/useDeclared';
import type { ListAddress } from '../fleet/useListAddress';
import { type NewestRecord, NewestRow } from './NewestRow';

const ROWS = 5;

interface Props {
  readonly entity: string;
  readonly title: string;
  /** Said when there are none. */
  readonly empty: string;
  /** The fields a row shows: what happened, what became of it, and who or what it was. */
  readonly what: string;
  readonly state: string;
  readonly by: string;
  readonly addressOf: ListAddress;
}

/** The newest records of an entity; nothing where they cannot be read. */
export const NewestCard = ({ entity: name, title, empty, addressOf, ...fields }: Props) => {
  const translate = useTranslate();
  const entity = useDeclared(name);
  const [field, order] = entity?.sort ?? ['id', 'DESC'];
  const { data, isPending, error } = useGetList<NewestRecord>(name, {
    pagination: { page: 1, perPage: ROWS },
    sort: { field, order },
  });
  const list = addressOf(name);
  if (!entity || error) return null;
  return (
    <Card component="section" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2.5, pt: 1.75, pb: 0.75 }}>
        <Typography variant="h5" component="h2">
          {title}
        </Typography>
        {list && (
          <Button component={Link} to={list} size="small" sx={{ ml: 'auto', mr: -1 }}>
            {translate('pages.dashboard.showAll')}
          </Button>
        )}
      </Box>
      {data?.length === 0 && (
        <Typography sx={{ px: 2.5, pb: 2.5, color: 'text.secondary' }}>{empty}</Typography>
      )}
      <Box component="ul" aria-busy={isPending} sx={{ listStyle: 'none', m: 0, p: 0, pb: 0.5 }}>
        {isPending &&
          Array.from({ length: ROWS }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
            <Skeleton key={i} component="li" height={40} sx={{ mx: 2.5, my: 1 }} />
          ))}
        {data?.map((record) => (
          <NewestRow key={record.id} entity={entity} record={record} list={list} {...fields} />
        ))}
      </Box>
    </Card>
  );
};
