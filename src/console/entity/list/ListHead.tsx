import AddIcon from '@mui/icons-material/Add';
import KeysIcon from '@mui/icons-material/KeyboardOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useListContext, useLocale, useTranslate } from 'react-admin';
import { useText } from '../../../fields/reader';
import { useIsPhone } from '../../look/useIsPhone';
import { useScreen } from '../screen';
import { Slotted } from '../slots';
import { ExportButton } from '../transfer/export';
import { ImportButton } from '../transfer/import';
import { ColumnsButton } from './ColumnsButton';
import { FilterReset, FilterToggle } from './filters';
import { totalText } from './paging';
import { ViewsButton } from './ViewsButton';

const spin = {
  '@keyframes turn': { to: { transform: 'rotate(360deg)' } },
  animation: 'turn 0.9s linear infinite',
} as const;

interface Props {
  readonly onKeys: () => void;
}

/** What the list shows and how much of it there is, and what can be done with it as a whole; on a phone see PhoneBar. */
export const ListHead = ({ onKeys }: Props) => {
  const { entity, may } = useScreen();
  const { total, refetch, isFetching, error } = useListContext();
  const translate = useTranslate();
  const locale = useLocale();
  const isPhone = useIsPhone();
  const refresh = translate('entity.list.refresh');
  const keys = translate('entity.keys.title');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center', flex: 1 }}>
      <ListTitle />
      <Typography
        component="span"
        color="textSecondary"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {total !== undefined && !error && totalText(total, entity.record !== undefined, locale)}
      </Typography>
      {!isPhone && <FilterReset />}
      <Box sx={{ ml: 'auto' }} />
      <Tooltip title={refresh}>
        <IconButton
          size="small"
          aria-label={refresh}
          onClick={() => refetch()}
          sx={{ color: 'text.secondary' }}
        >
          <RefreshIcon fontSize="small" sx={isFetching ? spin : undefined} />
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
      {entity.slots.toolbar && <Slotted slot={entity.slots.toolbar} given={{}} />}
      <ViewsButton />
      {!isPhone && <ColumnsButton />}
      {may.import && <ImportButton />}
      {may.export && <ExportButton />}
      {!isPhone && <CreateButton />}
    </Box>
  );
};

interface PhoneBarProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
}

/** A phone's second line of a list's head: a long title leaves no room for these beside it. */
export const PhoneBar = (props: PhoneBarProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, pl: 1.5, pr: 2, pb: 1 }}>
    <FilterToggle {...props} />
    <FilterReset />
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
      {translate('entity.create')}
    </Button>
  );
};
