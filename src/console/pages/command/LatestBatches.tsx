import { Box, LinearProgress, Link as TextLink, Typography } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity, Row } from '../../../config';
import { TimeCell } from '../../../fields/views/cells';
import { recordAddress, useEntityByName, useListAddress } from '../../app';
import { useCanRead } from '../../data';
import { FieldText } from '../values';
import { Section } from './Section';

const BATCHES = 'commandBatch';

/** Number of recent batches, and their refetch interval in ms. */
const ROWS = 8;
const EVERY = 3_000;

type Batch = Row & { readonly id: number };

interface Props {
  /** Commands whose batches are listed. */
  readonly codes: readonly string[];
}

export const LatestBatches = ({ codes }: Props) => {
  const translate = useTranslate();
  const entity = useEntityByName(BATCHES);
  const list = useListAddress()(BATCHES);
  const readable = useCanRead(BATCHES);
  const { data } = useGetList<Batch>(
    BATCHES,
    {
      filter: { cmd: codes },
      pagination: { page: 1, perPage: ROWS },
      sort: { field: 'create_time', order: 'DESC' },
    },
    { enabled: readable && codes.length > 0, refetchInterval: EVERY },
  );
  if (!entity || !readable || codes.length === 0) return null;
  return (
    <Section title={translate('operations.desk.latest')} list={list}>
      {data?.length === 0 && (
        <Typography color="textSecondary">{translate('operations.desk.nothing')}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {data?.map((batch) => (
          <BatchRow key={batch.id} entity={entity} batch={batch} list={list} />
        ))}
      </Box>
    </Section>
  );
};

interface BatchRowProps {
  readonly entity: AnyEntity;
  readonly batch: Batch;
  readonly list: string | undefined;
}

const BatchRow = ({ entity, batch, list }: BatchRowProps) => {
  const translate = useTranslate();
  const total = Number(batch.total);
  const done = Number(batch.success);
  const failed = Number(batch.failure) + Number(batch.invalid) + Number(batch.cancelled);
  const progress = translate('operations.desk.progress', { done, total });
  return (
    <Box component="li" data-batch={batch.id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
        <TextLink
          component={Link}
          to={list ? recordAddress(list, batch.id) : ''}
          sx={{ fontWeight: 600 }}
        >
          <FieldText entity={entity} record={batch} name="cmd" />
        </TextLink>
        <FieldText entity={entity} record={batch} name="state" />
        <Typography variant="body2" color="textSecondary">
          <FieldText entity={entity} record={batch} name="operate_name" /> ·{' '}
          <TimeCell at={Number(batch.create_time)} relative />
        </Typography>
        <Typography variant="body2" sx={{ ml: 'auto' }}>
          {progress}
          {failed > 0 && ` · ${translate('operations.desk.failed', { smart_count: failed })}`}
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={total > 0 ? Math.min(100, (100 * (done + failed)) / total) : 0}
        color={failed > 0 ? 'warning' : 'success'}
        aria-label={progress}
        sx={{ mt: 0.75, borderRadius: 1, height: 6 }}
      />
    </Box>
  );
};
