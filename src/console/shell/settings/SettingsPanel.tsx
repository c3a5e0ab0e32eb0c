import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { useLocaleState, useTranslate } from 'ra-core';
import { useId } from 'react';
import { ColourChoice } from './ColourChoice';
import { DeviceChoice } from './DeviceChoice';
import { ModeChoice } from './ModeChoice';
import { SettingSwitch } from './SettingSwitch';
import { SizeChoice } from './SizeChoice';
import { useReset } from './useReset';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** How the console looks to this operator. Every row takes effect at once. */
export const SettingsPanel = ({ open, onClose }: Props) => {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const reset = useReset();
  const title = useId();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      anchor="right"
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': title,
          sx: { width: 300, maxWidth: '100%', '&:focus-visible': { outline: 'none' } },
        },
        // What is set shows behind the panel.
        backdrop: { sx: { bgcolor: 'rgb(0 0 0 / 0.2)' } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 2.5, pr: 1, pt: 1.5, pb: 0.5 }}>
        <Typography id={title} component="h2" variant="h5" sx={{ flex: 1 }}>
          {translate('settings.title')}
        </Typography>
        <IconButton aria-label={translate('settings.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box
        sx={{
          flex: 1,
          overflow: 'auto',
          px: 2.5,
          py: 1,
          display: 'grid',
          gap: 2.5,
          alignContent: 'start',
        }}
      >
        <ColourChoice />
        <ModeChoice />
        <SizeChoice />
        <DeviceChoice />
        <Box sx={{ display: 'grid', gap: 0.5 }}>
          <SettingSwitch name="tabs" />
          <SettingSwitch name="fixedHeader" />
          <SettingSwitch name="sidebarLogo" />
          {locale === 'zh' && <SettingSwitch name="pinyin" />}
        </Box>
      </Box>
      <Box sx={{ px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button fullWidth variant="outlined" onClick={reset}>
          {translate('settings.reset')}
        </Button>
      </Box>
    </Drawer>
  );
};
