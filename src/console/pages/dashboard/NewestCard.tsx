import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useGetList, useTranslate } from 'ra-core';
import type { ListAddress } from '../../shell';
import { useDeclared } from '../fleet/useDeclared';
import { isForbidden } from './isNotCounted';
import { type NewestRecord, NewestRow } from './NewestRow';
import { PanelCard } from './PanelCard';
import { useReadable } from './useReadable';

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
  const readable = useReadable()(name);
  const { data, isPending, error, refetch } = useGetList<NewestRecord>(
    name,
    { pagination: { page: 1, perPage: ROWS }, sort: { field, order } },
    { enabled: readable },
  );
  const list = addressOf(name);
  if (!entity || !readable || isForbidden(error)) return null;
  return (
    <PanelCard title={title} list={list}>
      {error && !data && (
        <Alert
          severity="error"
          sx={{ mx: 2.5, mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => refetch()}>
              {translate('dashboard.retry')}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
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
    </PanelCard>
  );
};
