import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Chip, IconButton, InputBase } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { TypingEvent } from './useSearchKeys';

interface Props {
  readonly query: string;
  /** The command that a lock is looked for. */
  readonly commandLabel: string | undefined;
  readonly listId: string;
  /** The id of the active option; undefined when there is none. */
  readonly activeId: string | undefined;
  readonly onType: (query: string) => void;
  readonly onKeyDown: (event: TypingEvent) => void;
  readonly onLeaveCommand: () => void;
  readonly onClose: () => void;
}

/** Where one types. The focus stays here; the list below is moved through by its keys. */
export const SearchInput = (props: Props) => {
  const { query, commandLabel, listId, activeId, onType, onKeyDown, onLeaveCommand, onClose } =
    props;
  const translate = useTranslate();
  const label = translate(commandLabel ? 'search.lockLabel' : 'search.label', {
    command: commandLabel,
  });
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
      {commandLabel && (
        <Chip
          size="small"
          color="primary"
          variant="outlined"
          label={commandLabel}
          onDelete={onLeaveCommand}
          deleteIcon={<CloseIcon aria-label={translate('search.leaveCommand')} />}
        />
      )}
      <InputBase
        value={query}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate(commandLabel ? 'search.lockPlaceholder' : 'search.placeholder')}
        autoFocus
        fullWidth
        sx={{ fontSize: '1rem' }}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': label,
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
