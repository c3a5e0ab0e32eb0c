import ViewsIcon from '@mui/icons-material/BookmarkBorder';
import { Menu } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { HeadButton } from '../../parts/HeadButton';
import { useScreen } from '../../parts/ScreenContext';
import type { List } from '../useEntityList';
import { differs, type SavedView } from './savedViews';
import { useSavedViews } from './useSavedViews';
import { ViewNameDialog } from './ViewNameDialog';
import { ViewsMenu } from './ViewsMenu';

/** What is asked for a name: a view to rename, or a new one. */
type Naming = { readonly view?: SavedView };

/** The saved views of a list, behind a button that names the one that was picked. */
export const ViewsButton = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [naming, setNaming] = useState<Naming>();
  const [saved] = useSavedViews(entity);
  const picked = saved.views.find(({ id }) => id === list.state.view);
  const changed = picked !== undefined && differs(picked, list);
  const label = picked
    ? translate(changed ? 'screens.views.changed' : 'screens.views.picked', { name: picked.name })
    : translate('screens.views.button');
  const close = () => setOpen(false);
  return (
    <span ref={anchor}>
      <HeadButton label={label} icon={ViewsIcon} onClick={() => setOpen(true)} />
      <Menu
        open={open}
        anchorEl={anchor.current}
        onClose={close}
        slotProps={{ paper: { sx: { minWidth: 260, maxWidth: 'min(420px, 100vw - 32px)' } } }}
      >
        <ViewsMenu
          list={list}
          picked={picked}
          changed={changed}
          onName={(view) => {
            close();
            setNaming({ view });
          }}
          onClose={close}
        />
      </Menu>
      {naming && (
        <ViewNameDialog list={list} view={naming.view} onClose={() => setNaming(undefined)} />
      )}
    </span>
  );
};
