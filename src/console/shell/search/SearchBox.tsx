import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, IconButton, InputBase } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { loadable } from '../../../fields/views/loadable';
import { useText } from '../../../fields/views/reader';
import { PageBoundary } from '../../app/boundaries';
import { PlainDialog } from '../../look/PlainDialog';
import { useIsPhone } from '../../look/useIsPhone';
import type { GrantedCommand } from './commands';
import { isSearchShortcut } from './keys';

const SearchHits = loadable(() => import('./SearchHits'), 'SearchHits');

interface Props {
  readonly onClose: () => void;
  /** Closes the box and navigates to a URL. */
  readonly onLeave: (address: string) => void;
}

/**
 * Dialog that finds pages, commands, actions and devices; a chosen command then asks for its lock. It takes letters at
 * once, while the code of its hits is still loading.
 */
export const SearchBox = ({ onClose, onLeave }: Props) => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const titleId = useId();
  const listId = useId();
  const [query, setQuery] = useState('');
  // Enter was pressed without a hit, while hits may still be loading.
  const [isAwaited, setAwaited] = useState(false);
  const [command, setCommand] = useState<GrantedCommand | null>(null);
  const [activeId, setActiveId] = useState<string>();
  const hitKeys = useRef<(event: KeyboardEvent<HTMLInputElement>) => void>(undefined);
  const type = (input: string) => {
    setQuery(input);
    setAwaited(false);
  };
  const askFor = (nextCommand: GrantedCommand | null) => {
    setCommand(nextCommand);
    type('');
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (hitKeys.current) hitKeys.current(event);
    else if (isSearchShortcut(event)) {
      event.preventDefault();
      onClose();
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) setAwaited(query !== '');
  };
  return (
    <PlainDialog aria-labelledby={titleId} onClose={onClose} sx={isPhone ? phoneLook : boxLook}>
      <h2 id={titleId} style={visuallyHidden}>
        {translate('ra.action.search')}
      </h2>
      <SearchInput
        query={query}
        command={command}
        listId={listId}
        activeId={activeId}
        onType={type}
        onKeyDown={press}
        onLeaveCommand={() => askFor(null)}
        onClose={onClose}
      />
      <PageBoundary>
        <SearchHits
          query={query}
          command={command}
          isAwaited={isAwaited}
          listId={listId}
          keys={hitKeys}
          onActive={setActiveId}
          onAwait={setAwaited}
          onCommand={askFor}
          onClose={onClose}
          onLeave={onLeave}
          loading={<Box sx={{ minHeight: 156 }} />}
        />
      </PageBoundary>
    </PlainDialog>
  );
};

const column = { display: 'flex', flexDirection: 'column', overflow: 'hidden' } as const;

const boxLook = {
  ...column,
  width: 640,
  m: '10vh auto auto',
  maxHeight: 'min(640px, 80vh)',
  borderRadius: '10px',
  bgcolor: 'raised',
  border: 1,
  borderColor: 'divider',
} as const;

const phoneLook = {
  ...column,
  width: '100vw',
  maxWidth: 'none',
  height: '100dvh',
  maxHeight: 'none',
  m: 0,
  borderRadius: 0,
} as const;

interface InputProps {
  readonly query: string;
  /** Command that a lock is chosen for. */
  readonly command: GrantedCommand | null;
  readonly listId: string;
  /** Id of the active option; undefined if there is none. */
  readonly activeId: string | undefined;
  readonly onType: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onLeaveCommand: () => void;
  readonly onClose: () => void;
}

/** Input of the search. It keeps the focus, and its keys move through the list below. */
const SearchInput = (props: InputProps) => {
  const { query, command, listId, activeId, onType, onKeyDown, onLeaveCommand, onClose } = props;
  const translate = useTranslate();
  const commandLabel = useText()(command?.command.label ?? ['', '']);
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 2,
        minHeight: 56,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchIcon color="secondary" />
      {command && (
        <Button
          size="small"
          variant="outlined"
          endIcon={<CloseIcon />}
          aria-label={`${commandLabel}: ${translate('search.leaveCommand')}`}
          onClick={onLeaveCommand}
          sx={{ flex: 'none' }}
        >
          {commandLabel}
        </Button>
      )}
      <InputBase
        value={query}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate(command ? 'search.lockPlaceholder' : 'search.placeholder')}
        fullWidth
        sx={{ fontSize: '1rem' }}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': translate(command ? 'search.lockLabel' : 'search.label', {
              command: commandLabel,
            }),
            'aria-autocomplete': 'list',
            'aria-haspopup': 'listbox',
            'aria-expanded': activeId !== undefined,
            'aria-controls': listId,
            'aria-activedescendant': activeId,
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            enterKeyHint: 'go',
          },
        }}
      />
      <IconButton aria-label={translate('search.close')} onClick={onClose} edge="end">
        <CloseIcon fontSize="small" color="secondary" />
      </IconButton>
    </Box>
  );
};
