import AddIcon from '@mui/icons-material/BookmarkAddOutlined';
import ViewsIcon from '@mui/icons-material/BookmarkBorder';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import RenameIcon from '@mui/icons-material/DriveFileRenameOutline';
import OpensIcon from '@mui/icons-material/HomeOutlined';
import LinkIcon from '@mui/icons-material/Link';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import {
  Button,
  DialogActions,
  DialogContent,
  Divider,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  type MenuItemProps,
  type SvgIconProps,
  TextField,
} from '@mui/material';
import { type ComponentType, type FormEvent, memo, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { usePopup } from '../../../look/menus';
import { HeadButton } from '../../HeadButton';
import { SheetDialog } from '../../SheetDialog';
import { useScreen } from '../../screen';
import { shareableSearch } from '../state/listState';
import {
  addView,
  isNameAvailable,
  isViewModified,
  MAX_NAME_LENGTH,
  removeView,
  type SavedView,
  stateOfView,
  toggleDefaultView,
  updateView,
  useSavedViews,
  type ViewContent,
} from '../state/savedViews';
import { type EntityList, useEntityList } from '../state/useEntityList';
import { copyToClipboard } from '../table/cellCopy';

const contentOf = ({ state, visibleColumns }: EntityList): ViewContent => ({
  filter: state.filter,
  sort: state.sort,
  columns: visibleColumns,
});

/** Name dialog: renames a view, or saves a new one without any. */
type Naming = { readonly view?: SavedView };

/** Menu button of the saved views, labelled with the picked one. */
export const ViewsButton = memo(({ autoFocus }: Pick<MenuItemProps, 'autoFocus'>) => {
  const list = useEntityList();
  const { entity } = useScreen();
  const translate = useTranslate();
  const { button, popup, close } = usePopup();
  const [naming, setNaming] = useState<Naming>();
  const [saved] = useSavedViews(entity);
  const selectedView = saved.views.find(({ id }) => id === list.state.view);
  const isModified = selectedView !== undefined && isViewModified(selectedView, contentOf(list));
  const label = selectedView
    ? translate(isModified ? 'entity.views.changed' : 'entity.views.picked', {
        name: selectedView.name,
      })
    : translate('entity.views.button');
  return (
    <>
      <HeadButton label={label} icon={ViewsIcon} autoFocus={autoFocus} {...button} />
      <Menu
        {...popup}
        slotProps={{ paper: { sx: { minWidth: 260, maxWidth: 'min(420px, 100vw - 32px)' } } }}
      >
        <ViewsMenu
          selectedView={selectedView}
          isModified={isModified}
          onName={(view) => {
            close();
            setNaming({ view });
          }}
          onClose={close}
        />
      </Menu>
      {naming && <ViewNameDialog view={naming.view} onClose={() => setNaming(undefined)} />}
    </>
  );
});
ViewsButton.displayName = 'ViewsButton';

interface Props {
  readonly selectedView: SavedView | undefined;
  /** True if the list differs from the picked view. */
  readonly isModified: boolean;
  /** Opens the name dialog, for a new view by default. */
  readonly onName: (view?: SavedView) => void;
  readonly onClose: () => void;
}

/** Entries of the menu: the views, what the operator can do with the picked one, and the link to the list. */
const ViewsMenu = ({ selectedView, isModified, onName, onClose }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const [saved, setSaved] = useSavedViews(entity);
  const list = useEntityList();
  const copyLink = async () => {
    const { origin, pathname } = location;
    const search = shareableSearch(list.state, list.visibleColumns);
    try {
      await copyToClipboard(`${origin}${pathname}?${search}`);
      notify('entity.views.linkCopied', { type: 'success' });
    } catch {
      notify('entity.detail.copyFailed', { type: 'warning' });
    }
  };
  const done = (work: () => void) => () => {
    work();
    onClose();
  };
  return (
    <>
      <ViewChoices selectedView={selectedView} onClose={onClose} />
      <Divider />
      {selectedView && isModified && (
        <Entry
          icon={SaveIcon}
          label={translate('entity.views.update', { name: selectedView.name })}
          onClick={done(() => setSaved(updateView(saved, selectedView.id, contentOf(list))))}
        />
      )}
      <Entry
        icon={AddIcon}
        label={translate('entity.views.add')}
        autoFocus={saved.views.length === 0}
        onClick={() => onName()}
      />
      {selectedView && (
        <>
          <Entry
            icon={RenameIcon}
            label={translate('entity.views.rename')}
            onClick={() => onName(selectedView)}
          />
          <Entry
            icon={OpensIcon}
            label={translate(
              saved.opens === selectedView.id ? 'entity.views.opensNot' : 'entity.views.opens',
            )}
            onClick={done(() => setSaved(toggleDefaultView(saved, selectedView.id)))}
          />
          <Entry
            icon={DeleteIcon}
            label={translate('entity.views.remove')}
            onClick={done(() => {
              setSaved(removeView(saved, selectedView.id));
              list.patchState({ view: undefined, page: list.state.page });
            })}
          />
        </>
      )}
      <Entry
        icon={LinkIcon}
        label={translate('entity.views.copyLink')}
        onClick={done(() => void copyLink())}
      />
    </>
  );
};

interface EntryProps extends Pick<MenuItemProps, 'autoFocus' | 'onClick'> {
  readonly icon: ComponentType<Pick<SvgIconProps, 'fontSize'>>;
  readonly label: string;
}

const Entry = ({ icon: Icon, label, ...item }: EntryProps) => (
  <MenuItem {...item}>
    <ListItemIcon>
      <Icon fontSize="small" />
    </ListItemIcon>
    {label}
  </MenuItem>
);

/** Views to pick from, or a message if there are none. */
const ViewChoices = ({ selectedView, onClose }: Pick<Props, 'selectedView' | 'onClose'>) => {
  const { entity } = useScreen();
  const { patchState } = useEntityList();
  const translate = useTranslate();
  const [saved] = useSavedViews(entity);
  if (saved.views.length === 0) {
    return (
      <MenuItem
        disabled
        sx={{
          whiteSpace: 'normal',
          color: 'text.secondary',
          // A message, not a disabled choice.
          '&.Mui-disabled': { opacity: 1 },
        }}
      >
        {translate('entity.views.none')}
      </MenuItem>
    );
  }
  return saved.views.map((view, i) => (
    <MenuItem
      key={view.id}
      autoFocus={selectedView ? view === selectedView : i === 0}
      selected={view === selectedView}
      onClick={() => {
        patchState(stateOfView(entity, view));
        onClose();
      }}
    >
      <ListItemText slotProps={{ primary: { noWrap: true } }}>{view.name}</ListItemText>
      {view.id === saved.opens && (
        <OpensIcon
          fontSize="small"
          titleAccess={translate('entity.views.isOpening')}
          sx={{ ml: 1, color: 'text.secondary' }}
        />
      )}
    </MenuItem>
  ));
};

const ViewNameDialog = ({ view, onClose }: Naming & Pick<Props, 'onClose'>) => {
  const list = useEntityList();
  const { entity } = useScreen();
  const translate = useTranslate();
  const [saved, setSaved] = useSavedViews(entity);
  const [input, setInput] = useState(view?.name ?? '');
  const name = input.trim();
  const isTaken = !isNameAvailable(saved, name, view?.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || isTaken) return;
    if (view) {
      setSaved(updateView(saved, view.id, { name }));
    } else {
      const added = addView(saved, name, contentOf(list));
      setSaved(added.saved);
      list.patchState({ view: added.id, columns: list.visibleColumns, page: list.state.page });
    }
    onClose();
  };
  return (
    <SheetDialog
      title={translate(view ? 'entity.views.rename' : 'entity.views.add')}
      maxWidth="xs"
      small
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label={translate('entity.views.name')}
            value={input}
            onChange={(event) => setInput(event.target.value)}
            error={isTaken}
            helperText={translate(isTaken ? 'entity.views.taken' : 'entity.views.holds')}
            slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={name === '' || isTaken}>
            {translate('ra.action.save')}
          </Button>
        </DialogActions>
      </form>
    </SheetDialog>
  );
};
