import {
  Box,
  Link,
  Pagination,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  Typography,
} from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import {
  ListBase,
  type RaRecord,
  RecordContextProvider,
  useListContext,
  useLocale,
  useTranslate,
} from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { AnyEntity, Label } from '../../../config';
import { useText } from '../../../fields/views/reader';
import { headingOf, viewOf } from '../../../fields/views/registry';
import { useListAddress } from '../../app';
import { type NamedField, namedFields } from '../../app/record';
import { FieldCell } from '../../app/slots';
import { RetryAlert } from '../../look/alerts';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { useIsPhone } from '../../look/useIsPhone';
import { NoRelatedRows } from '../list/NoRows';
import { RecordCard } from '../list/RecordCard';
import type { Filter } from '../list/state/listState';
import { countLimit, lastPage, totalLabel } from '../list/state/paging';
import { ActionsHead, RowActions, revealOnHover, useHasRowActions } from '../RowActions';
import { useScreen } from '../screen';

/** Row actions stay in view while the columns scroll. Columns shrink before they scroll. */
const cells = {
  '& td, & th': { whiteSpace: 'nowrap', maxWidth: 220, px: 0.75 },
  '& th': { whiteSpace: 'normal', wordBreak: 'keep-all', lineHeight: 1.25 },
  '& td:first-of-type, & th:first-of-type': { pl: 0 },
  // The link of the first column stands on the line of the other columns.
  '& td > button': { font: 'inherit', color: 'text.primary', verticalAlign: 'baseline' },
  '& .long > div': { display: 'grid', gridTemplateColumns: 'minmax(96px, max-content)' },
  ...revealOnHover,
  '& tr:hover > td.actions': {
    backgroundImage: ({ palette }: Theme) =>
      `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  },
} as const;

/** Cards have their own margin. */
const cards = { listStyle: 'none', m: 0, mx: -2, p: 0 } as const;

interface InnerListProps {
  readonly entity: AnyEntity;
  /** Filter that selects the records; memoized. */
  readonly filter: Filter;
  readonly children: ReactNode;
}

const PER_PAGE = 10;

/** The list shows the error in its place; suppress the notification. */
const ignoreError = () => undefined;

/** List inside a record's detail. Its page is not in the URL, and its rows cannot be selected. */
export const InnerList = ({ entity, filter, children }: InnerListProps) => {
  const sort = useMemo(() => {
    const [field, order] = entity.sort ?? ['id', 'DESC'];
    return { field, order };
  }, [entity]);
  const queryOptions = useMemo(
    () => ({ refetchInterval: entity.poll, onError: ignoreError }),
    [entity],
  );
  return (
    <ListBase
      resource={entity.name}
      filter={filter}
      sort={sort}
      perPage={PER_PAGE}
      queryOptions={queryOptions}
      disableSyncWithLocation
      storeKey={false}
      disableAuthentication
      exporter={false}
    >
      {children}
    </ListBase>
  );
};

interface RelatedListProps {
  readonly filter: Filter;
  /** Field that all rows share; it gets no column. */
  readonly their: string;
  readonly empty?: Label;
}

/** Page of records that belong to another record; a row opens its detail. */
export const RelatedList = ({ filter, their, empty }: RelatedListProps) => {
  const { data: rows, error, isPending, isPlaceholderData, refetch } = useListContext();
  const { entity, url } = useScreen();
  const isPhone = useIsPhone();
  const translate = useTranslate();
  const text = useText();
  const actions = useHasRowActions();
  if (isPending) return <FactsSkeleton />;
  if (error && !rows) {
    return <RetryAlert error={error} onRetry={() => refetch()} />;
  }
  if (!rows || rows.length === 0) {
    const none = empty ? text(empty) : translate('entity.detail.noRelated');
    return <NoRelatedRows text={none} />;
  }
  const columns = namedFields(entity, entity.columns).filter(({ name }) => name !== their);
  if (isPhone) {
    return (
      <>
        <Box component="ul" sx={cards}>
          {rows.map((row) => (
            <RecordCard key={row.id} record={row} without={their} onOpen={() => url.show(row.id)} />
          ))}
        </Box>
        <RelatedListFooter entity={entity} filter={filter} />
      </>
    );
  }
  return (
    <>
      <Box
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        role="region"
        aria-label={text(entity.label)}
        sx={{ overflowX: 'auto', opacity: isPlaceholderData ? 0.55 : 1 }}
      >
        <Table size="small" sx={cells}>
          <TableHead>
            <TableRow>
              {columns.map(({ name, field }) => (
                <TableCell key={name} align={viewOf(field).align}>
                  {text(headingOf(field))}
                </TableCell>
              ))}
              {actions && <ActionsHead />}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <RecordContextProvider key={row.id} value={row}>
                <RelatedRow columns={columns} row={row} actions={actions} />
              </RecordContextProvider>
            ))}
          </TableBody>
        </Table>
      </Box>
      <RelatedListFooter entity={entity} filter={filter} />
    </>
  );
};

interface Props {
  readonly columns: readonly NamedField[];
  readonly row: RaRecord;
  readonly actions: boolean;
}

/**
 * Row of a related record. A pointer opens its detail anywhere in the row, the keyboard by the link in the first cell.
 */
const RelatedRow = ({ columns, row, actions }: Props) => {
  const { url } = useScreen();
  const open = () => url.show(row.id);
  return (
    <TableRow hover onClick={open} sx={{ cursor: 'pointer' }}>
      {columns.map(({ name, field }, i) => {
        const { align, long } = viewOf(field);
        const cell = <FieldCell field={field} name={name} record={row} />;
        return (
          <TableCell key={name} align={align} className={long && i > 0 ? 'long' : undefined}>
            {i === 0 ? (
              <Link component="button" type="button" underline="hover" onClick={open}>
                {cell}
              </Link>
            ) : (
              <div>{cell}</div>
            )}
          </TableCell>
        );
      })}
      {actions && (
        <TableCell align="right" className="actions">
          <RowActions record={row} />
        </TableCell>
      )}
    </TableRow>
  );
};

export const RelatedListFooter = ({ entity, filter }: { entity: AnyEntity; filter: Filter }) => {
  const { data = [], page, perPage, setPage, total = 0, meta } = useListContext();
  const locale = useLocale();
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {totalLabel(total, countLimit(entity, meta), locale)}
      </Typography>
      {data.length < total && (
        <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block' }}>
          {translate('entity.tree.shown', { count: data.length, total })}
        </Typography>
      )}
      {/* A list neither shows nor clears a filter by id. */}
      {!('id' in filter) && <FullListLink entity={entity} filter={filter} />}
      <Pagination
        page={page}
        count={lastPage(total, perPage)}
        onChange={(_, next) => setPage(next)}
        size="small"
        shape="rounded"
        siblingCount={0}
        sx={{ ml: 'auto' }}
      />
    </Box>
  );
};

/** Link to the filtered list of an entity; renders nothing if no granted menu shows that list. */
const FullListLink = ({ entity, filter }: { entity: AnyEntity; filter: Filter }) => {
  const translate = useTranslate();
  const address = useListAddress()(entity.name, filter);
  if (!address) return null;
  return (
    <Link component={RouterLink} to={address} variant="body2" sx={{ displayPrint: 'none' }}>
      {translate('entity.detail.fullList')}
    </Link>
  );
};
