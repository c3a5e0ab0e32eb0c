import { Box, createTheme, GlobalStyles } from '@mui/material';
import { ThemeProvider } from '@mui/system';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { stateStyles } from '../../fields/views/states';
import { consoleTheme } from './theme';

/** Returns the time at which the browser began to print, epoch ms; undefined while it does not print. */
export const usePrintTime = (): number | undefined => {
  const [time, setTime] = useState<number>();
  useEffect(() => {
    const before = () => flushSync(() => setTime(Date.now()));
    const after = () => setTime(undefined);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return time;
};

/** Boxes of a margin are written as text, because Emotion does not write them. */
const NUMBERS =
  '@bottom-right { content: counter(page) " / " counter(pages); font: 9pt sans-serif; color: #555 }';

/** Margins of the pages and their numbers. @param size of the paper */
export const PageSetup = ({ size = 'auto' }: { readonly size?: 'auto' | 'A4' }) => {
  const css = `@page { size: ${size}; margin: 14mm 14mm 18mm; ${NUMBERS} }`;
  return <style>{css}</style>;
};

/** Content that replaces the page in print. It is mounted only while the browser prints. */
export const Paper = ({ children }: { readonly children: ReactNode }) => {
  const printing = usePrintTime() !== undefined;
  // Print in the light theme.
  const theme = useMemo(
    () => (printing ? createTheme(consoleTheme('light')) : undefined),
    [printing],
  );
  if (!theme) return null;
  return createPortal(
    <ThemeProvider theme={theme}>
      <Box
        className={PRINTED}
        sx={{ display: 'none', fontSize: 12, lineHeight: 1.4, bgcolor: '#fff', color: '#000' }}
      >
        <PageSetup />
        <GlobalStyles styles={onPaper} />
        <GlobalStyles styles={onlyOnPaper(stateStyles(theme.palette))} />
        {children}
      </Box>
    </ThemeProvider>,
    document.body,
  );
};

const onlyOnPaper = (styles: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(styles).map(([selector, style]) => [`.${PRINTED} :is(${selector})`, style]),
  );

const PRINTED = 'printed-report';

const onPaper = {
  '@media print': {
    [`body > *:not(.${PRINTED})`]: { display: 'none !important' },
    [`body > .${PRINTED}`]: { display: 'block !important' },
    'html, body': { height: 'auto !important', overflow: 'visible !important', background: '#fff' },
    [`.${PRINTED} h1`]: { fontSize: 20, margin: '0 0 4px' },
    [`.${PRINTED} h2`]: { fontSize: 15, margin: '16px 0 4px' },
    [`.${PRINTED} h3`]: { fontSize: 13, margin: '12px 0 4px' },
    [`.${PRINTED} table`]: { borderCollapse: 'collapse', width: '100%', fontSize: 10 },
    [`.${PRINTED} th, .${PRINTED} td`]: {
      border: '1px solid #bbb',
      padding: '2px 4px',
      fontSize: 'inherit',
      textAlign: 'left',
      verticalAlign: 'top',
    },
    [`.${PRINTED} .MuiTableCell-alignRight`]: { textAlign: 'right' },
    // Wrap cells that are too wide, as paper does not scroll.
    [`.${PRINTED} :is(th, td), .${PRINTED} :is(th, td) *`]: {
      whiteSpace: 'normal !important',
      overflowWrap: 'break-word',
      fontSize: 'inherit !important',
      lineHeight: '1.4 !important',
      overflow: 'visible !important',
      height: 'auto !important',
      maxWidth: 'none !important',
    },
    [`.${PRINTED} tr`]: { breakInside: 'avoid' },
    [`.${PRINTED} svg`]: { maxWidth: '100%', height: 'auto' },
  },
} as const;
