import {
  Alert,
  Box,
  Button,
  Pagination,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type RaRecord, useLocale, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { AnyEntity, Related } from '../../../config';
import { useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import { lastPage, totalText } from '../list/total';
import { useRows } from '../list/useRows';
import { fieldOf } from '../parts/fieldsOf';
import { FullListLink } from './FullListLink';

const PER_PAGE = 10;

const cells = {
  '& td, & th': { whiteSpace: 'nowrap', maxWidth: 220, px: 1 },
  '& td:first-of-type, & th:first-of-type': { pl: 0 },
} as const;

interface Props {
  readonly entity: AnyEntity;
  readonly related: Pick<Related<never>, 'their'>;
  /** What the related records have in their field. */
  readonly match: unknown;
}

/** The records of another entity that belong to the one in view, a page at a time. */
export const RelatedList = ({ entity, related, match }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useLocale();
  const [page, setPage] = useState(1);
  const [field, order] = entity.sort ?? ['id', 'DESC'];
  const filter = { [related.their]: match };
  const query = useRows(entity, { filter, sort: { field, order }, page, perPage: PER_PAGE });
  const columns = entity.columns.filter((name: string) => name !== related.their);
  if (query.isPending) return <Skeleton variant="rounded" height={320} />;
  if (query.isError && !query.data) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => query.refetch()}>
            {translate('screens.failure.retry')}
          </Button>
        }
      >
        {query.error.message}
      </Alert>
    );
  }
  const { data: rows, total = rows.length } = query.data;
  if (rows.length === 0) {
    return <Typography color="textSecondary">{translate('screens.detail.noRelated')}</Typography>;
  }
  return (
    <>
      <Box
        // The keyboard scrolls it.
        tabIndex={0}
        role="region"
        aria-label={text(entity.label)}
        sx={{ overflowX: 'auto', opacity: query.isPlaceholderData ? 0.55 : 1 }}
      >
        <Table size="small" sx={cells}>
          <TableHead>
            <TableRow>
              {columns.map((name: string) => {
                const column = fieldOf(entity, name);
                return (
                  column && (
                    <TableCell key={name} align={viewOf(column).align}>
                      {text(column.label)}
                    </TableCell>
                  )
                );
              })}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <RelatedRow key={row.id} entity={entity} columns={columns} row={row} />
            ))}
          </TableBody>
        </Table>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
        <Typography variant="body2" color="textSecondary">
          {totalText(total, entity.record !== undefined, locale)}
        </Typography>
        <FullListLink entity={entity} filter={filter} />
        <Pagination
          page={page}
          count={lastPage(total, PER_PAGE)}
          onChange={(_, next) => setPage(next)}
          size="small"
          shape="rounded"
          siblingCount={0}
          sx={{ ml: 'auto' }}
        />
      </Box>
    </>
  );
};

interface RowProps {
  readonly entity: AnyEntity;
  readonly columns: readonly string[];
  readonly row: RaRecord;
}

const RelatedRow = ({ entity, columns, row }: RowProps) => (
  <TableRow hover>
    {columns.map((name) => {
      const field = fieldOf(entity, name);
      if (!field) return null;
      const { Cell, align } = viewOf(field);
      return (
        <TableCell key={name} align={align}>
          <Cell field={field} name={name} value={row[name]} record={row} />
        </TableCell>
      );
    })}
  </TableRow>
);
