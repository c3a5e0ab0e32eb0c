import SearchIcon from '@mui/icons-material/Search';
import { useNotify, useTranslate } from 'ra-core';
import { type ComponentType, useCallback, useState } from 'react';
import { BarButton } from '../topBar/BarButton';
import type { SearchDialogProps } from './SearchDialog';
import { shortcutName } from './searchKeys';
import { useRememberPages } from './useRecentPages';
import { useSearchShortcut } from './useSearchShortcut';

/** The way to everything: a magnifier in the top bar, or Ctrl/Cmd+K. What it opens is loaded with the first opening. */
export const SearchButton = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps>>();
  useRememberPages();

  const show = useCallback(() => {
    setOpen(true);
    import('./SearchDialog').then(
      ({ SearchDialog }) => setDialog(() => SearchDialog),
      () => {
        setOpen(false);
        notify('search.failed', { type: 'error' });
      },
    );
  }, [notify]);
  const close = useCallback(() => setOpen(false), []);
  useSearchShortcut(show);

  return (
    <>
      <BarButton
        label={translate('search.open', { shortcut: shortcutName(navigator.platform) })}
        onClick={show}
      >
        <SearchIcon />
      </BarButton>
      {open && Dialog && <Dialog onClose={close} />}
    </>
  );
};
