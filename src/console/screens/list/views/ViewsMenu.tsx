import AddIcon from '@mui/icons-material/BookmarkAddOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import RenameIcon from '@mui/icons-material/DriveFileRenameOutline';
import OpensIcon from '@mui/icons-material/HomeOutlined';
import LinkIcon from '@mui/icons-material/Link';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import { Divider, ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { useScreen } from '../../parts/ScreenContext';
import { copyToClipboard } from '../keys/copyToClipboard';
import { sharedSearch } from '../listState';
import type { List } from '../useEntityList';
import { opensToggled, type SavedView, stateOfView, viewChanged, viewRemoved } from './savedViews';
import { useSavedViews } from './useSavedViews';

interface Props {
  readonly list: List;
  readonly picked: SavedView | undefined;
  /** Whether the list is no longer as the picked view has it. */
  readonly changed: boolean;
  /** Asks for a name: of a view, or of a new one. */
  readonly onName: (view?: SavedView) => void;
  readonly onClose: () => void;
}

/** The views to pick, what can be done with the picked one, and the link to the list as it is. */
export const ViewsMenu = ({ list, picked, changed, onName, onClose }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const [saved, setSaved] = useSavedViews(entity);
  const { filter, sort, columns } = list;
  const done = (work: () => void) => () => {
    work();
    onClose();
  };
  const copyLink = async () => {
    onClose();
    const { origin, pathname } = location;
    try {
      await copyToClipboard(`${origin}${pathname}?${sharedSearch(list.state, columns)}`);
      notify('screens.views.linkCopied', { type: 'success' });
    } catch {
      notify('screens.detail.copyFailed', { type: 'warning' });
    }
  };
  return (
    <>
      {saved.views.length === 0 && (
        <MenuItem
          disabled
          sx={{
            whiteSpace: 'normal',
            color: 'text.secondary',
            // It is said here, not a choice that is out of reach for now.
            '&.Mui-disabled': { opacity: 1 },
          }}
        >
          {translate('screens.views.none')}
        </MenuItem>
      )}
      {saved.views.map((view, i) => (
        <MenuItem
          key={view.id}
          autoFocus={picked ? view === picked : i === 0}
          selected={view === picked}
          onClick={done(() => list.show(stateOfView(entity, view)))}
        >
          <ListItemText slotProps={{ primary: { noWrap: true } }}>{view.name}</ListItemText>
          {view.id === saved.opens && (
            <OpensIcon
              fontSize="small"
              titleAccess={translate('screens.views.isOpening')}
              sx={{ ml: 1, color: 'text.secondary' }}
            />
          )}
        </MenuItem>
      ))}
      <Divider />
      {picked && changed && (
        <MenuItem
          onClick={done(() => setSaved(viewChanged(saved, picked.id, { filter, sort, columns })))}
        >
          <ListItemIcon>
            <SaveIcon fontSize="small" />
          </ListItemIcon>
          {translate('screens.views.update', { name: picked.name })}
        </MenuItem>
      )}
      <MenuItem autoFocus={saved.views.length === 0} onClick={() => onName()}>
        <ListItemIcon>
          <AddIcon fontSize="small" />
        </ListItemIcon>
        {translate('screens.views.add')}
      </MenuItem>
      {picked && (
        <MenuItem onClick={() => onName(picked)}>
          <ListItemIcon>
            <RenameIcon fontSize="small" />
          </ListItemIcon>
          {translate('screens.views.rename')}
        </MenuItem>
      )}
      {picked && (
        <MenuItem onClick={done(() => setSaved(opensToggled(saved, picked.id)))}>
          <ListItemIcon>
            <OpensIcon fontSize="small" />
          </ListItemIcon>
          {translate(saved.opens === picked.id ? 'screens.views.opensNot' : 'screens.views.opens')}
        </MenuItem>
      )}
      {picked && (
        <MenuItem
          onClick={done(() => {
            setSaved(viewRemoved(saved, picked.id));
            list.show({ view: undefined, page: list.page });
          })}
        >
          <ListItemIcon>
            <DeleteIcon fontSize="small" />
          </ListItemIcon>
          {translate('screens.views.remove')}
        </MenuItem>
      )}
      <MenuItem onClick={copyLink}>
        <ListItemIcon>
          <LinkIcon fontSize="small" />
        </ListItemIcon>
        {translate('screens.views.copyLink')}
      </MenuItem>
    </>
  );
};
