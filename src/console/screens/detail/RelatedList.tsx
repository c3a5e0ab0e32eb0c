import {
  Alert,
  Box,
  Button,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import type { Filter } from '../list/listFilter';
import type { useRows } from '../list/useRows';
import { fieldOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useHasRowActions } from '../parts/useHasCommands';
import { RelatedFoot } from './RelatedFoot';
import { RelatedRow } from './RelatedRow';

const cells = {
  '& td, & th': { whiteSpace: 'nowrap', maxWidth: 220, px: 1 },
  '& td:first-of-type, & th:first-of-type': { pl: 0 },
} as const;

export interface RelatedListProps {
  readonly query: ReturnType<typeof useRows>;
  readonly filter: Filter;
  /** The field that all of them share: no column. */
  readonly their: string;
  readonly page: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
}

/** Records that belong to another, a page at a time; a row opens its record's detail. */
export const RelatedList = (props: RelatedListProps) => {
  const { query, their } = props;
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const actions = useHasRowActions();
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
  const columns = entity.columns.flatMap((name: string) => {
    const field = fieldOf(entity, name);
    return field && name !== their ? [{ name, field }] : [];
  });
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
              {columns.map(({ name, field }: (typeof columns)[number]) => (
                <TableCell key={name} align={viewOf(field).align}>
                  {text(field.label)}
                </TableCell>
              ))}
              {actions && <TableCell align="right">{translate('screens.list.actions')}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <RelatedRow key={row.id} columns={columns} row={row} actions={actions} />
            ))}
          </TableBody>
        </Table>
      </Box>
      <RelatedFoot {...props} entity={entity} total={total} />
    </>
  );
};
