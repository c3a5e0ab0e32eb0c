import AddIcon from '@mui/icons-material/Add';
import KeysIcon from '@mui/icons-material/KeyboardOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useLocale, useTranslate } from 'ra-core';
import { useText } from '../../../fields/reader';
import { useIsPhone } from '../../look/useIsPhone';
import { useScreen } from '../screen';
import { ExportButton } from '../transfer/export';
import { ImportButton } from '../transfer/import';
import { ColumnsButton } from './ColumnsButton';
import { FilterReset, FilterToggle } from './filters';
import { totalText } from './paging';
import type { EntityList, List } from './useEntityList';
import { ViewsButton } from './ViewsButton';

const spin = {
  '@keyframes turn': { to: { transform: 'rotate(360deg)' } },
  animation: 'turn 0.9s linear infinite',
} as const;

interface Props extends EntityList {
  readonly onKeys: () => void;
}

/** What the list shows and how much of it there is, and what can be done with it as a whole; on a phone see PhoneBar. */
export const ListHead = ({ list, query, onKeys }: Props) => {
  const { entity, may } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const isPhone = useIsPhone();
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
      {!isPhone && <FilterReset list={list} />}
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
      {!isPhone && (
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
      {!isPhone && <ColumnsButton list={list} />}
      {may.import && <ImportButton />}
      {may.export && <ExportButton list={list} />}
      {!isPhone && <CreateButton />}
    </Box>
  );
};

interface PhoneBarProps {
  readonly list: List;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
}

/** A phone's second line of a list's head: a long title leaves no room for these beside it. */
export const PhoneBar = ({ list, ...filters }: PhoneBarProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, pl: 1.5, pr: 2, pb: 1 }}>
    <FilterToggle list={list} {...filters} />
    <FilterReset list={list} />
    <Box sx={{ ml: 'auto' }} />
    <CreateButton />
  </Box>
);

/** What the list is called in the menu; two menus may show one entity. */
export const ListTitle = ({ unseen = false }: { unseen?: boolean }) => {
  const { entity, menuCode } = useScreen();
  const translate = useTranslate();
  const text = useText();
  return (
    <Typography variant="h5" component="h1" sx={unseen ? visuallyHidden : { mr: 0.5 }}>
      {translate(`menus.${menuCode}`, { _: text(entity.label) })}
    </Typography>
  );
};

/** Opens the form of a new record; nothing where the operator may add none. */
const CreateButton = () => {
  const { may, url } = useScreen();
  const translate = useTranslate();
  if (!may.add) return null;
  return (
    <Button
      variant="contained"
      size="small"
      startIcon={<AddIcon />}
      onClick={url.create}
      sx={{ ml: 0.5 }}
    >
      {translate('screens.create')}
    </Button>
  );
};
