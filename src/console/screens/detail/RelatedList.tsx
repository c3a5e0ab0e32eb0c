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
  type Theme,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Label } from '../../../config';
import { useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import type { Filter } from '../list/listFilter';
import { RecordCard } from '../list/RecordCard';
import type { useRows } from '../list/useRows';
import { fieldOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useHasRowActions } from '../parts/useHasCommands';
import { useNarrow } from '../parts/useNarrow';
import { RelatedFoot } from './RelatedFoot';
import { RelatedRow } from './RelatedRow';

/** What can be done with a row stays in view beside columns that scroll, and those give way first. */
const cells = {
  '& td, & th': { whiteSpace: 'nowrap', maxWidth: 220, px: 0.75 },
  '& th': { whiteSpace: 'normal', wordBreak: 'keep-all', lineHeight: 1.25 },
  '& td:first-of-type, & th:first-of-type': { pl: 0 },
  '& .long > div': { display: 'grid', gridTemplateColumns: 'minmax(96px, max-content)' },
  '& .actions': { position: 'sticky', right: 0, bgcolor: 'background.paper' },
  '& tr:hover > td.actions': {
    backgroundImage: ({ palette }: Theme) =>
      `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  },
} as const;

/** They have a margin of their own. */
const cards = { listStyle: 'none', m: 0, mx: -2, p: 0 } as const;

export interface RelatedListProps {
  readonly query: ReturnType<typeof useRows>;
  readonly filter: Filter;
  /** The field that all of them share: no column. */
  readonly their: string;
  /** What is said where there are none. */
  readonly empty?: Label;
  readonly page: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
}

/** Records that belong to another, a page at a time; a row opens its record's detail. */
export const RelatedList = (props: RelatedListProps) => {
  const { query, their, empty } = props;
  const { entity, url } = useScreen();
  const narrow = useNarrow();
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
    const none = empty ? text(empty) : translate('screens.detail.noRelated');
    return <Typography color="textSecondary">{none}</Typography>;
  }
  const columns = entity.columns.flatMap((name: string) => {
    const field = fieldOf(entity, name);
    return field && name !== their ? [{ name, field }] : [];
  });
  if (narrow) {
    return (
      <>
        <Box component="ul" sx={cards}>
          {rows.map((row) => (
            <RecordCard key={row.id} record={row} without={their} onOpen={() => url.show(row.id)} />
          ))}
        </Box>
        <RelatedFoot {...props} entity={entity} total={total} />
      </>
    );
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
              {columns.map(({ name, field }: (typeof columns)[number]) => (
                <TableCell key={name} align={viewOf(field).align}>
                  {text(field.label)}
                </TableCell>
              ))}
              {actions && (
                <TableCell align="right" className="actions">
                  {translate('screens.list.actions')}
                </TableCell>
              )}
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
