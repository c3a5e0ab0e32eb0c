import SearchIcon from '@mui/icons-material/Search';
import { Box, ButtonBase } from '@mui/material';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BarButton } from '../BarButton';
import { shortcutName, useSearchShortcut } from './keys';
import { useRememberPages } from './pages';
import { useRememberLocks } from './recent';
import { SearchBox } from './SearchBox';

interface Props {
  /** Show a field instead of an icon, if the bar has room. */
  readonly wide: boolean;
}

/** Opens the search: a field in the top bar, an icon on a phone, or Ctrl/Cmd+K. */
export const SearchButton = ({ wide }: Props) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const isLeaving = useRef(false);
  useRememberPages();
  useRememberLocks();

  const show = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const leave = (address: string) => {
    isLeaving.current = true;
    close();
    navigate(address);
  };
  // The closed dialog has returned the focus by now; a newly opened page starts at its content.
  useEffect(() => {
    if (open || !isLeaving.current) return;
    isLeaving.current = false;
    document.getElementById('main-content')?.focus();
  }, [open]);
  useSearchShortcut(show);

  const shortcut = shortcutName(navigator.platform);
  return (
    <>
      {wide ? (
        <ButtonBase aria-haspopup="dialog" onClick={show} sx={fieldLook}>
          <SearchIcon fontSize="small" />
          <Box component="span" sx={{ flex: 1, minWidth: 0, overflow: 'hidden' }}>
            {translate('search.label')}
          </Box>
          <Box component="kbd" sx={{ font: 'inherit', fontSize: '0.75rem' }}>
            {shortcut}
          </Box>
        </ButtonBase>
      ) : (
        <BarButton label={translate('search.open', { shortcut })} onClick={show}>
          <SearchIcon />
        </BarButton>
      )}
      {open && <SearchBox onClose={close} onLeave={leave} />}
    </>
  );
};

/** Looks like an input; the text is typed in the dialog's own. */
const fieldLook = {
  width: '100%',
  maxWidth: 520,
  height: 36,
  px: 1.25,
  gap: 1,
  justifyContent: 'flex-start',
  textAlign: 'left',
  whiteSpace: 'nowrap',
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.secondary',
  typography: 'body2',
  '&:hover': { borderColor: 'text.secondary' },
} as const;
