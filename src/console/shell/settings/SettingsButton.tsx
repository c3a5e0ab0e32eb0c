import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { BarButton } from '../topBar/BarButton';
import { LazySettingsPanel } from './LazySettingsPanel';

/** The way to the settings. */
export const SettingsButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <BarButton label={translate('settings.open')} expanded={open} onClick={() => setOpen(true)}>
        <SettingsIcon />
      </BarButton>
      <LazySettingsPanel open={open} onClose={() => setOpen(false)} />
    </>
  );
};
