import AddIcon from '@mui/icons-material/Add';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'ra-core';
import { useScreen } from '../parts/ScreenContext';
import { useNarrow } from '../parts/useNarrow';
import { ExportButton } from '../transfer/ExportButton';
import { ImportButton } from '../transfer/ImportButton';
import { ColumnsButton } from './ColumnsButton';
import { FilterReset } from './FilterReset';
import { ListTitle } from './ListTitle';
import { totalText } from './total';
import type { EntityList } from './useEntityList';

const spin = {
  '@keyframes turn': { to: { transform: 'rotate(360deg)' } },
  animation: 'turn 0.9s linear infinite',
} as const;

/** What the list shows and how much of it there is, and what can be done with it as a whole. */
export const ListHead = ({ list, query }: EntityList) => {
  const { entity, may, url } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const narrow = useNarrow();
  const refresh = translate('screens.list.refresh');
  const total = totalText(list.total, entity.record !== undefined, locale);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center', flex: 1 }}>
      <ListTitle />
      <Typography
        component="span"
        color="textSecondary"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {query.isSuccess && total}
      </Typography>
      <FilterReset list={list} />
      <Box sx={{ ml: 'auto' }} />
      <Tooltip title={refresh}>
        <IconButton
          size="small"
          aria-label={refresh}
          onClick={() => query.refetch()}
          sx={{ color: 'text.secondary' }}
        >
          <RefreshIcon fontSize="small" sx={query.isFetching ? spin : undefined} />
        </IconButton>
      </Tooltip>
      {!narrow && <ColumnsButton />}
      {may.import && <ImportButton />}
      {may.export && <ExportButton list={list} />}
      {may.add && (
        <Button
          variant="contained"
          size="small"
          startIcon={<AddIcon />}
          onClick={url.create}
          sx={{ ml: 0.5 }}
        >
          {translate('screens.create')}
        </Button>
      )}
    </Box>
  );
};
