import { Alert, Box, Skeleton, Typography } from '@mui/material';
import { type Identifier, ResourceContextProvider, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import type { AnyEntity } from '../../../config';
import { useRows } from '../list/useRows';
import { HistoryEntry } from './HistoryEntry';
import { RelatedFoot } from './RelatedFoot';

const PER_PAGE = 10;

interface Props {
  readonly entity: AnyEntity;
  /** The operation log. */
  readonly log: AnyEntity;
  readonly id: Identifier;
}

/** What was done with a record, newest first. */
export const HistoryList = ({ entity, log, id }: Props) => {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const filter = useMemo(() => ({ entity: entity.name, record_id: id }), [entity, id]);
  const [field, order] = log.sort ?? ['id', 'DESC'];
  const query = useRows(log, { filter, sort: [{ field, order }], page, perPage: PER_PAGE });
  if (query.isPending) return <Skeleton variant="rounded" height={320} />;
  if (query.isError) return <Alert severity="error">{query.error.message}</Alert>;
  const { data: rows, total = rows.length } = query.data;
  if (rows.length === 0) {
    return <Typography color="textSecondary">{translate('screens.history.none')}</Typography>;
  }
  return (
    <ResourceContextProvider value={log.name}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <HistoryEntry key={row.id} entity={entity} log={log} row={row} />
        ))}
      </Box>
      <RelatedFoot
        entity={log}
        filter={filter}
        page={page}
        perPage={PER_PAGE}
        onPage={setPage}
        total={total}
      />
    </ResourceContextProvider>
  );
};
