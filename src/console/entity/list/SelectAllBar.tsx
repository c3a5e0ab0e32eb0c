import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'ra-core';
import { useIsPhone } from '../../look/useIsPhone';
import { useScreen } from '../screen';
import { MOST_COLLECTED, useCollect } from './collect';
import { totalText } from './paging';
import { pageToggled, selectionOf } from './selection';
import type { List } from './useEntityList';

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

/** Once a whole page is selected: takes the rows of all other pages too. Nothing while there is no more to take. */
export const SelectAllBar = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const { progress, failure, start, cancel } = useCollect(entity, list);
  const isPhone = useIsPhone();
  const ids = list.data.map(({ id }) => id);
  const format = new Intl.NumberFormat(locale);
  const wholePage = selectionOf(list.selected, ids) === 'all';
  const more = list.selectedIds.length < Math.min(list.total, MOST_COLLECTED);
  if (progress) {
    const counts = {
      found: format.format(progress.found),
      total: format.format(progress.of),
    };
    return (
      <Box sx={bar}>
        <Typography variant="body2" role="status">
          {translate('screens.selectAll.collecting', counts)}
        </Typography>
        <LinearProgress
          variant="determinate"
          aria-label={translate('screens.selectAll.collecting', counts)}
          value={progress.of === 0 ? 0 : (progress.found / progress.of) * 100}
          sx={{ flex: '1 1 120px', maxWidth: 320 }}
        />
        <Button size="small" onClick={cancel}>
          {translate('screens.cancel')}
        </Button>
      </Box>
    );
  }
  if (failure !== undefined) {
    return (
      <Alert
        severity="error"
        role="alert"
        sx={{ mx: 2, mb: 1, flex: 'none' }}
        action={
          <Button color="inherit" size="small" onClick={start}>
            {translate('screens.failure.retry')}
          </Button>
        }
      >
        {failure}
      </Alert>
    );
  }
  if (isPhone && !wholePage) {
    // Cards have no head with a box over all.
    return (
      <Box sx={bar}>
        <Button size="small" onClick={() => list.onSelect(pageToggled(list.selectedIds, ids))}>
          {translate('screens.list.selectPage')}
        </Button>
      </Box>
    );
  }
  if (!wholePage || !more) return null;
  const tooMany = list.total > MOST_COLLECTED;
  return (
    <Box sx={bar}>
      <Typography variant="body2">
        {translate('screens.selectAll.page', { smart_count: list.data.length })}
      </Typography>
      <Button size="small" onClick={start}>
        {tooMany
          ? translate('screens.selectAll.first', { count: format.format(MOST_COLLECTED) })
          : translate('screens.selectAll.all', {
              total: totalText(list.total, entity.record !== undefined, locale),
            })}
      </Button>
    </Box>
  );
};
