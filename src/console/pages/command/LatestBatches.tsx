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

export const LatestBatches = ({ codes }: { codes: readonly string[] }) => {
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
      <Box sx={{ containerType: 'inline-size' }}>
        <Box component="ul" sx={table}>
          {data?.map((batch) => (
            <BatchRow key={batch.id} entity={entity} batch={batch} list={list} />
          ))}
        </Box>
      </Box>
    </Section>
  );
};

/** Width of the list, px, with room for a batch in one line. */
const WIDE = 520;

/** Columns common to all batches; in a narrow card, two lines a batch. */
const table = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 2,
  typography: 'body2',
  '& > li': {
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    alignItems: 'center',
    py: 0.75,
    borderTop: 1,
    borderColor: 'divider',
    '& > :nth-of-type(even)': { justifySelf: 'end' },
  },
  [`@container (min-width: ${WIDE}px)`]: {
    gridTemplateColumns: 'auto auto minmax(0, 1fr) auto',
    '& > li > :nth-of-type(2)': { justifySelf: 'start' },
  },
} as const;

const senderAndAge = {
  display: 'flex',
  gap: 0.5,
  minWidth: 0,
  whiteSpace: 'nowrap',
  color: 'text.secondary',
} as const;

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
      <Box sx={{ minWidth: 0 }}>
        <TextLink
          component={Link}
          to={list ? recordAddress(list, batch.id) : ''}
          underline="hover"
          sx={{ fontWeight: 500, color: 'text.primary' }}
        >
          <FieldText entity={entity} record={batch} name="cmd" />
        </TextLink>
      </Box>
      <Box>
        <FieldText entity={entity} record={batch} name="state" />
      </Box>
      <Box sx={senderAndAge}>
        <FieldText entity={entity} record={batch} name="operate_name" />
        {'·'}
        <TimeCell at={Number(batch.create_time)} relative />
      </Box>
      <Box sx={{ whiteSpace: 'nowrap' }}>
        {progress}
        {failed > 0 && ` · ${translate('operations.desk.failed', { smart_count: failed })}`}
      </Box>
      {/* The numbers say enough of a finished batch. */}
      {done + failed < total && (
        <LinearProgress
          variant="determinate"
          value={(100 * (done + failed)) / total}
          color={failed > 0 ? 'warning' : 'info'}
          aria-label={progress}
          sx={{ gridColumn: '1 / -1', mt: 0.75, borderRadius: 1, height: 3 }}
        />
      )}
    </Box>
  );
};
