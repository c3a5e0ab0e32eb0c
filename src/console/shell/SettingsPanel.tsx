import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import System from '@mui/icons-material/SettingsBrightnessOutlined';
import {
  Box,
  Button,
  Drawer,
  FormControlLabel,
  IconButton,
  Switch,
  type Theme,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useLocaleState, useStore, useTranslate } from 'react-admin';
import { localeOf } from '../../domain/label';
import { hasPinyin } from '../i18n';
import { readableOn } from '../look/palette';
import {
  CHOICES,
  type Choice,
  PRESETS,
  SWITCHES,
  useAppearance,
  useResetSettings,
  useSetting,
} from './settings';

/** Panel with the operator's preferences for the console. Every change applies at once. */
export const SettingsPanel = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const reset = useResetSettings();
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
        // Keep the page visible: it previews the changes.
        backdrop: { sx: { bgcolor: 'rgb(0 0 0 / 0.2)' } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 2.5, pr: 1, pt: 1.5, pb: 0.5 }}>
        <Typography id={title} component="h2" variant="h5" sx={{ flex: 1 }}>
          {translate('shell.user.look')}
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
        {/* The layout regardless of the width, for tablets, which suit both. */}
        {CHOICES.map((choice) => (
          <OneOf key={choice.name} {...choice} />
        ))}
        <Box sx={{ display: 'grid', gap: 0.5 }}>
          {SWITCHES.filter(({ name }) => name !== 'pinyin' || hasPinyin[localeOf(locale)]).map(
            ({ name }) => (
              <SettingSwitch key={name} name={name} />
            ),
          )}
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

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Theme colour: a preset or any other. Text and buttons use a readable shade of it. */
const ColourChoice = () => {
  const translate = useTranslate();
  const { primary } = useAppearance();
  const [, setPrimary] = useSetting('primary');
  const id = useId();
  const isOwn = !PRESETS.some((colour) => isSame(colour, primary));
  return (
    <Box>
      <Typography id={id} component="p" variant="subtitle2" sx={{ mb: 1 }}>
        {translate('settings.primary')}
      </Typography>
      <Box
        role="radiogroup"
        aria-labelledby={id}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
      >
        {PRESETS.map((colour) => (
          <Box component="label" key={colour} sx={swatchLook(colour)}>
            <input
              type="radio"
              name={id}
              aria-label={translate(`settings.colours.${colour}`)}
              title={translate(`settings.colours.${colour}`)}
              checked={isSame(colour, primary)}
              onChange={() => setPrimary(colour)}
            />
            {isSame(colour, primary) && <CheckIcon sx={{ color: readableOn('#ffffff', colour) }} />}
          </Box>
        ))}
      </Box>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mt: 1.5 }}
      >
        <Typography component="span" variant="body1">
          {translate('settings.ownColour')}
        </Typography>
        <Box component="span" sx={swatchLook(isOwn ? primary : 'transparent')}>
          <input
            type="color"
            value={primary.toLowerCase()}
            onChange={(event) => setPrimary(event.target.value)}
          />
          {isOwn && <CheckIcon sx={{ color: readableOn('#ffffff', primary) }} />}
        </Box>
      </Box>
    </Box>
  );
};

/** Style of a swatch: a colour with an invisible input over it. */
const swatchLook =
  (colour: string) =>
  ({ palette }: Theme) =>
    ({
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      width: 26,
      height: 26,
      borderRadius: '6px',
      border: `1px solid ${palette.text.secondary}`,
      background:
        colour === 'transparent'
          ? 'conic-gradient(#f5222d, #faad14, #52c41a, #13c2c2, #1890ff, #722ed1, #f5222d)'
          : colour,
      '& input': {
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        margin: 0,
        padding: 0,
        opacity: 0,
        cursor: 'pointer',
      },
      '&:has(:focus-visible)': { outline: `2px solid ${palette.brand}`, outlineOffset: 2 },
      '& svg': { fontSize: 18, pointerEvents: 'none' },
    }) as const;

const icons: Readonly<Record<string, typeof LightMode>> = {
  light: LightMode,
  dark: DarkMode,
  system: System,
};

const OneOf = ({ name, storeKey, texts, values, initial }: Choice) => {
  const translate = useTranslate();
  const id = useId();
  const [value, setValue] = useStore(storeKey, initial);
  return (
    <Box>
      <Typography id={id} component="p" variant="subtitle2" sx={{ mb: 1 }}>
        {translate(`settings.${name}`)}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={value}
        aria-labelledby={id}
        onChange={(_, choice: string | null) => choice !== null && setValue(choice)}
      >
        {values.map((choice) => {
          const Icon = icons[choice];
          return (
            <ToggleButton key={choice} value={choice} sx={{ px: 0.5, gap: 0.75 }}>
              {Icon && <Icon sx={{ fontSize: 18 }} />}
              {translate(`${texts}.${choice}`)}
            </ToggleButton>
          );
        })}
      </ToggleButtonGroup>
    </Box>
  );
};

const SettingSwitch = ({ name }: { name: (typeof SWITCHES)[number]['name'] }) => {
  const translate = useTranslate();
  const [on, setOn] = useSetting(name);
  return (
    <FormControlLabel
      label={translate(`settings.${name}`)}
      labelPlacement="start"
      control={
        <Switch
          checked={on}
          onChange={(_, checked) => setOn(checked)}
          slotProps={{ input: { role: 'switch' } }}
        />
      }
      sx={{ m: 0, justifyContent: 'space-between' }}
    />
  );
};
