import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageBoundary } from '../messages/PageBoundary';
import { useShell } from '../ShellContext';
import { useSystemTitle } from '../useSystemTitle';
import { PageLoading } from './PageLoading';

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
