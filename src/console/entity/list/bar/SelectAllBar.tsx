import SelectAllIcon from '@mui/icons-material/DoneAll';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useListContext, useLocale, useTranslate } from 'react-admin';
import { numberFormat } from '../../../../domain/figures';
import { RetryAlert } from '../../../look/alerts';
import { ToolButton } from '../../../look/ToolButton';
import { useScreen } from '../../screen';
import { type CollectProgress, collectList, MAX_SELECTED } from '../state/collect';
import { countLimit, totalLabel } from '../state/paging';
import { readSelection, togglePage } from '../state/selection';
import { useEntityList, useListRows } from '../state/useEntityList';

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: 0.5,
  px: 2,
  py: 0.75,
  flex: 'none',
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

/** Bar that extends a selection of the whole page to all pages; renders nothing if there are no more rows. */
export const SelectAllBar = () => {
  const { entity } = useScreen();
  const { selected } = useEntityList();
  const { selectedIds, total = 0, meta } = useListContext();
  const rows = useListRows();
  const translate = useTranslate();
  const locale = useLocale();
  const { progress, failure, start, cancel } = useCollect();
  const ids = rows.map(({ id }) => id);
  const format = numberFormat(locale);
  const wholePage = readSelection(selected, ids) === 'all';
  const more = selectedIds.length < Math.min(total, MAX_SELECTED);
  if (progress) {
    const counts = {
      found: format.format(progress.count),
      total: format.format(progress.of),
    };
    return (
      <Box sx={bar}>
        <Typography variant="body2" role="status">
          {translate('entity.selectAll.collecting', counts)}
        </Typography>
        <LinearProgress
          variant="determinate"
          aria-label={translate('entity.selectAll.collecting', counts)}
          value={progress.of === 0 ? 0 : (progress.count / progress.of) * 100}
          sx={{ flex: '1 1 120px', maxWidth: 320 }}
        />
        <Button size="small" onClick={cancel}>
          {translate('ra.action.cancel')}
        </Button>
      </Box>
    );
  }
  if (failure !== undefined) {
    return <RetryAlert error={failure} onRetry={start} sx={{ mx: 2, mb: 1, flex: 'none' }} />;
  }
  if (!wholePage || !more) return null;
  const tooMany = total > MAX_SELECTED;
  return (
    <Box sx={bar}>
      <Typography variant="body2">
        {translate('entity.selectAll.page', { smart_count: rows.length })}
      </Typography>
      <Button size="small" onClick={start}>
        {tooMany
          ? translate('entity.selectAll.first', { count: format.format(MAX_SELECTED) })
          : translate('entity.selectAll.all', {
              total: totalLabel(total, countLimit(entity, meta), locale),
            })}
      </Button>
    </Box>
  );
};

/** Fetches all rows that match the list's filters, up to a limit, and selects them. */
const useCollect = () => {
  const { entity } = useScreen();
  const { state, selectRecords } = useEntityList();
  const { total = 0 } = useListContext();
  const dataProvider = useDataProvider();
  /** Undefined while idle. */
  const [progress, setProgress] = useState<CollectProgress>();
  const [failure, setFailure] = useState<Error>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const cancel = () => {
    controller.current?.abort();
    setProgress(undefined);
  };
  const start = async () => {
    controller.current?.abort();
    const cancelling = new AbortController();
    const { signal } = cancelling;
    controller.current = cancelling;
    setFailure(undefined);
    setProgress({ count: 0, of: Math.min(total, MAX_SELECTED) });
    try {
      selectRecords(
        await collectList(dataProvider, entity, state, total, { signal, onProgress: setProgress }),
      );
    } catch (error) {
      if (!signal.aborted) setFailure(error instanceof Error ? error : new Error(String(error)));
    }
    if (!signal.aborted) setProgress(undefined);
  };
  return { progress, failure, start, cancel };
};

/** Button that selects the whole page on a phone, where cards have no table head. */
export const SelectPage = () => {
  const { selected } = useEntityList();
  const { selectedIds, onSelect } = useListContext();
  const rows = useListRows();
  const ids = rows.map(({ id }) => id);
  if (readSelection(selected, ids) === 'all') return null;
  return (
    <ToolButton
      label="entity.keys.selectPage"
      color="primary"
      onClick={() => onSelect(togglePage(selectedIds, ids))}
      icon={SelectAllIcon}
    />
  );
};
