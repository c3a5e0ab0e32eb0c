import SearchIcon from '@mui/icons-material/Search';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BarButton } from '../BarButton';
import { DialogBoundary } from '../errors';
import { shortcutName, useSearchShortcut } from './keys';
import { useRememberPages } from './pages';
import type { SearchDialogProps } from './SearchDialog';

/** The way to everything: a magnifier in the top bar, or Ctrl/Cmd+K. What it opens is loaded with the first opening. */
export const SearchButton = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps>>();
  const isLeaving = useRef(false);
  useRememberPages();

  const show = useCallback(() => {
    setOpen(true);
    import('./SearchDialog')
      .then(({ SearchDialog }) => setDialog(() => SearchDialog))
      .catch(() => {
        setOpen(false);
        notify('search.failed', { type: 'error' });
      });
  }, [notify]);
  const close = useCallback(() => setOpen(false), []);
  const leave = (address: string) => {
    isLeaving.current = true;
    close();
    navigate(address);
  };
  // The closed dialog has given the focus back by now; a page that was gone to begins at its content.
  useEffect(() => {
    if (open || !isLeaving.current) return;
    isLeaving.current = false;
    document.getElementById('main-content')?.focus();
  }, [open]);
  useSearchShortcut(show);

  return (
    <>
      <BarButton
        label={translate('search.open', { shortcut: shortcutName(navigator.platform) })}
        onClick={show}
      >
        <SearchIcon />
      </BarButton>
      {open && Dialog && (
        <DialogBoundary onClose={close}>
          <Dialog onClose={close} onLeave={leave} />
        </DialogBoundary>
      )}
    </>
  );
};
