import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useScreen } from '../parts/ScreenContext';

/** Opens the form of a new record; nothing where the operator may add none. */
export const CreateButton = () => {
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
      {translate('screens.create')}
    </Button>
  );
};
