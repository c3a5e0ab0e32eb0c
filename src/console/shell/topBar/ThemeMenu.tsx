import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import System from '@mui/icons-material/SettingsBrightnessOutlined';
import { useStore, useTranslate } from 'ra-core';
import { useMode } from '../../theme';
import { BarMenu } from './BarMenu';

const choices = [
  ['light', <LightMode key="light" fontSize="small" />],
  ['dark', <DarkMode key="dark" fontSize="small" />],
  ['system', <System key="system" fontSize="small" />],
] as const;

/** Light, dark, or as the system has it. */
export const ThemeMenu = () => {
  const translate = useTranslate();
  const [chosen, setChosen] = useStore<string>('theme', 'system');
  const mode = useMode(chosen);
  return (
    <BarMenu
      label={translate('shell.theme.label')}
      icon={mode === 'dark' ? <DarkMode /> : <LightMode />}
      items={choices.map(([key, icon]) => ({
        key,
        icon,
        label: translate(`shell.theme.${key}`),
        selected: key === chosen,
        onChoose: () => setChosen(key),
      }))}
    />
  );
};
