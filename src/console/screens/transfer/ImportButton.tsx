import ImportIcon from '@mui/icons-material/FileUploadOutlined';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { HeadButton } from '../parts/HeadButton';
import { ImportDialog } from './ImportDialog';

/** Opens the import of a spreadsheet. */
export const ImportButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <HeadButton
        label={translate('screens.import.button')}
        icon={ImportIcon}
        onClick={() => setOpen(true)}
      />
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
};
