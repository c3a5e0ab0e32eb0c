import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import { Popover } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { HeadButton } from '../parts/HeadButton';
import { ColumnsChooser } from './ColumnsChooser';

/** Opens the choice of columns. */
export const ColumnsButton = () => {
  const translate = useTranslate();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <span ref={anchor}>
      <HeadButton
        label={translate('screens.columns.button')}
        icon={ColumnsIcon}
        onClick={() => setOpen(true)}
      />
      <Popover
        open={open}
        anchorEl={anchor.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { mt: 0.5, width: 280, overflow: 'hidden' } } }}
      >
        <ColumnsChooser />
      </Popover>
    </span>
  );
};
