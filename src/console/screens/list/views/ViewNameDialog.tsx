import { Button, DialogActions, DialogContent, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { useScreen } from '../../parts/ScreenContext';
import { SheetDialog } from '../../parts/SheetDialog';
import type { List } from '../useEntityList';
import { LONGEST_NAME, nameIsFree, type SavedView, viewAdded, viewChanged } from './savedViews';
import { useSavedViews } from './useSavedViews';

interface Props {
  readonly list: List;
  /** The view to rename; none to save the list as a new one. */
  readonly view?: SavedView;
  readonly onClose: () => void;
}

/** Asks for a view's name. */
export const ViewNameDialog = ({ list, view, onClose }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const [saved, setSaved] = useSavedViews(entity);
  const [typed, setTyped] = useState(view?.name ?? '');
  const name = typed.trim();
  const taken = !nameIsFree(saved, name, view?.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || taken) return;
    if (view) {
      setSaved(viewChanged(saved, view.id, { name }));
    } else {
      const added = viewAdded(saved, name, list);
      setSaved(added.saved);
      list.show({ view: added.id, columns: list.columns, page: list.page });
    }
    onClose();
  };
  return (
    <SheetDialog
      title={translate(view ? 'screens.views.rename' : 'screens.views.add')}
      maxWidth="xs"
      small
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label={translate('screens.views.name')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={taken}
            helperText={translate(taken ? 'screens.views.taken' : 'screens.views.holds')}
            slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {translate('screens.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={name === '' || taken}>
            {translate('screens.save')}
          </Button>
        </DialogActions>
      </form>
    </SheetDialog>
  );
};
