import { enUS, zhCN } from '@mui/material/locale';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { useLocale, useStore } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import { consoleTheme, useMode } from '../../theme';
import { useLook } from '../settings';
import { useViewport } from './useViewport';

/** The look, as light, in the colour, as dense and in the language that the operator chose. */
export const ConsoleTheme = ({ children }: { children: ReactNode }) => {
  const [chosen] = useStore<string>('theme', 'system');
  const mode = useMode(chosen);
  const { primary, size, device } = useLook();
  useViewport(device);
  const locale = useLocale();
  const theme = useMemo(
    () => createTheme(consoleTheme(mode, primary, size, device), locale === 'zh' ? zhCN : enUS),
    [mode, primary, size, device, locale],
  );
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
};
