import { Box, CircularProgress, keyframes } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageBoundary } from './errors';
import { useShell, useSystemTitle } from './ShellContext';

interface Props {
  title: string;
  children: ReactNode;
}

/** What every page has around it: the window's title, a place to wait, and a wall that errors do not pass. */
export const PageFrame = ({ title, children }: Props) => {
  const { errorLog } = useShell();
  const product = useSystemTitle();
  const { pathname } = useLocation();
  const windowTitle = `${title} - ${product}`;
  // Not a title element: those of the pages behind this one would stand in the document as well.
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  return (
    <PageBoundary resetKey={pathname} log={errorLog}>
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </PageBoundary>
  );
};

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** While a page is on its way; a quick one arrives before this shows. */
export const PageLoading = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ m: 'auto', p: 6, animation: `${appear} .2s .25s both` }}>
      <CircularProgress size={30} aria-label={translate('ra.page.loading')} />
    </Box>
  );
};
