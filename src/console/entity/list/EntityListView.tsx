import FoldIcon from '@mui/icons-material/ExpandLess';
import UnfoldIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Collapse, Paper, type SxProps, type Theme } from '@mui/material';
import { type ComponentProps, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { SlotComponent } from '../../app/slots';
import { RetryAlert } from '../../look/alerts';
import { RowBars } from '../../look/charts';
import { PAGE_BOTTOM } from '../../look/components';
import { LoadingBlock, LoadingStatus } from '../../look/FactsSkeleton';
import { scrolling } from '../../look/floating';
import { useIsPhone } from '../../look/useIsPhone';
import { useHasOperations } from '../RowActions';
import { useScreen } from '../screen';
import { BulkBar } from './bar/BulkBar';
import { bulkEditableFields } from './bar/BulkEditForm';
import { FilterBar } from './bar/filters';
import { ListHead, PhoneBar } from './bar/ListHead';
import { SelectAllBar } from './bar/SelectAllBar';
import { SortPicker } from './bar/SortPicker';
import { ListNotes } from './ListNotes';
import { KeysHelp, useListKeys } from './listKeys';
import { ListFailure, NoRows } from './NoRows';
import { Pager } from './Pager';
import { CardList } from './RecordCard';
import { useListAppearance } from './state/columns';
import { useEntityList, useListRows } from './state/useEntityList';
import { EntityTable } from './table/EntityTable';

const sheet: SxProps<Theme> = (theme) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 0 auto',
  overflow: 'clip',
  [theme.breakpoints.up('sm')]: {
    // In a window too low for head, filters and some rows, the page scrolls instead of the rows.
    '@media (min-height: 600px)': { flex: '1 1 auto', minHeight: 0 },
  },
});

/** List with head, filters, rows and pager. On a wide screen only the rows scroll. */
export const EntityListView = () => {
  const { entity, may } = useScreen();
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const hasOperations = useHasOperations('bulk');
  const editable = may.update && bulkEditableFields(entity).length > 0;
  const selectable = hasOperations || may.delete || editable;
  const filtersId = useId();
  const sheetRef = useRef<HTMLDivElement>(null);
  const { area } = useEntityList();
  const [open, setOpen] = useState(false);
  const [helping, setHelping] = useState(false);
  const help = useCallback(() => setHelping(true), []);
  useListKeys(sheetRef, help);
  const { data, error, refetch, isPlaceholderData, selectedIds } = useListContext();
  const selecting = selectable && selectedIds.length > 0;
  const hasRows = data !== undefined && data.length > 0;
  useEffect(() => {
    const sheet = sheetRef.current;
    if (!selecting || !sheet) return;
    return () => {
      // The bulk bar took the focus with it when it closed; move it to the row with the tab stop.
      if (document.activeElement !== document.body) return;
      sheet.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
    };
  }, [selecting]);
  return (
    <Paper ref={sheetRef} square sx={sheet}>
      {entity.slots.top && <SlotComponent slot={entity.slots.top} slotProps={{}} />}
      <Box
        sx={{
          display: 'flex',
          flex: 'none',
          alignItems: 'center',
          px: 2,
          py: 0.75,
          minHeight: 48,
          // A background tint would reduce the contrast of the buttons.
          boxShadow: selecting
            ? ({ palette }) => `inset 0 3px 0 ${palette.primary.main}`
            : undefined,
        }}
      >
        {selecting ? <BulkBar /> : <ListHead onKeys={help} />}
      </Box>
      {selecting && <SelectAllBar />}
      {isPhone && <PhoneBar open={open} onToggle={() => setOpen(!open)} controls={filtersId} />}
      <Collapse in={!isPhone || open} id={filtersId} sx={{ flex: 'none' }}>
        <Box sx={{ px: 2, pt: { xs: 1, sm: 0.5 }, pb: { xs: 1.75, sm: 1.25 } }}>
          <FilterBar />
          {isPhone && <SortPicker />}
        </Box>
      </Collapse>
      {error && data && (
        <RetryAlert
          severity="warning"
          onRetry={() => refetch()}
          sx={{ mx: 2, mb: 1.5, flex: 'none' }}
        >
          {translate('entity.failure.stale', { reason: error.message })}
        </RetryAlert>
      )}
      <ListNotes sx={{ px: 2, pb: 1, flex: 'none' }} />
      {entity.chart && hasRows && <ListChart />}
      <Box
        ref={area}
        {...scrolling}
        sx={{
          flex: '0 1 auto',
          minHeight: 0,
          // If the page scrolls too, the table head still stays above its rows.
          maxHeight: isPhone ? undefined : `calc(100dvh - 40px - ${PAGE_BOTTOM})`,
          overflow: isPhone ? 'visible' : 'auto',
          borderTop: 1,
          borderColor: 'divider',
          opacity: isPlaceholderData ? 0.55 : 1,
          transition: 'opacity 120ms',
        }}
      >
        <ListBody selectable={selectable} scroller={area} />
      </Box>
      {hasRows && (
        <Box sx={{ flex: 'none', borderTop: 1, borderColor: 'divider' }}>
          <Pager />
        </Box>
      )}
      {helping && <KeysHelp onClose={() => setHelping(false)} />}
    </Paper>
  );
};

const ListBody = ({ selectable, scroller }: ComponentProps<typeof EntityTable>) => {
  const isPhone = useIsPhone();
  const { data, error, isPending, refetch } = useListContext();
  if (error && !data) return <ListFailure error={error} onRetry={() => refetch()} />;
  if (!isPending && (!data || data.length === 0)) return <NoRows />;
  return (
    <>
      {isPending && (isPhone ? <LoadingBlock height="60vh" /> : <LoadingStatus />)}
      {!isPhone && <EntityTable selectable={selectable} scroller={scroller} />}
      {isPhone && !isPending && <CardList selectable={selectable} />}
    </>
  );
};

/** Collapsible bar chart of the declared numbers of the rows in view. */
const ListChart = () => {
  const { entity } = useScreen();
  const rows = useListRows();
  const translate = useTranslate();
  const id = useId();
  const { appearance, changeAppearance } = useListAppearance(entity);
  const open = !appearance.chartFolded;
  return (
    <Box sx={{ flex: 'none', px: 2, pb: 1 }}>
      <Button
        size="small"
        color="inherit"
        startIcon={open ? <FoldIcon /> : <UnfoldIcon />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => changeAppearance({ chartFolded: open })}
      >
        {translate('entity.list.chart')}
      </Button>
      <Collapse in={open} id={id} unmountOnExit>
        <RowBars rows={rows} entity={entity} />
      </Collapse>
    </Box>
  );
};
