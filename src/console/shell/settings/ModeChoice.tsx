import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import System from '@mui/icons-material/SettingsBrightnessOutlined';
import { useStore, useTranslate } from 'ra-core';
import { OneOf } from './OneOf';

const modes = [
  ['light', <LightMode key="light" sx={{ fontSize: 18 }} />],
  ['dark', <DarkMode key="dark" sx={{ fontSize: 18 }} />],
  ['system', <System key="system" sx={{ fontSize: 18 }} />],
] as const;

/** Light, dark, or as the system has it. */
export const ModeChoice = () => {
  const translate = useTranslate();
  const [chosen, setChosen] = useStore<string>('theme', 'system');
  return (
    <OneOf
      title={translate('settings.mode')}
      value={chosen}
      choices={modes.map(([value, icon]) => ({
        value,
        icon,
        label: translate(`settings.${value}`),
      }))}
      onChoose={setChosen}
    />
  );
};
