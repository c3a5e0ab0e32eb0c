import KeysIcon from '@mui/icons-material/KeyboardOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'ra-core';
import { useScreen } from '../parts/ScreenContext';
import { useNarrow } from '../parts/useNarrow';
import { ExportButton } from '../transfer/ExportButton';
import { ImportButton } from '../transfer/ImportButton';
import { CreateButton } from './CreateButton';
import { ColumnsButton } from './columns/ColumnsButton';
import { FilterReset } from './FilterReset';
import { ListTitle } from './ListTitle';
import { totalText } from './total';
import type { EntityList } from './useEntityList';
import { ViewsButton } from './views/ViewsButton';

const spin = {
  '@keyframes turn': { to: { transform: 'rotate(360deg)' } },
  animation: 'turn 0.9s linear infinite',
} as const;

interface Props extends EntityList {
  readonly onKeys: () => void;
}

/** What the list shows and how much of it there is, and what can be done with it as a whole; on a phone see NarrowBar. */
export const ListHead = ({ list, query, onKeys }: Props) => {
  const { entity, may } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const narrow = useNarrow();
  const refresh = translate('screens.list.refresh');
  const keys = translate('screens.keys.title');
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
      {!narrow && <FilterReset list={list} />}
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
      {!narrow && (
        <Tooltip title={keys}>
          <IconButton
            size="small"
            aria-label={keys}
            onClick={onKeys}
            sx={{ color: 'text.secondary' }}
          >
            <KeysIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <ViewsButton list={list} />
      {!narrow && <ColumnsButton list={list} />}
      {may.import && <ImportButton />}
      {may.export && <ExportButton list={list} />}
      {!narrow && <CreateButton />}
    </Box>
  );
};
