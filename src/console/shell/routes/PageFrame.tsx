import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { PageBoundary } from '../messages/PageBoundary';
import { useShell } from '../ShellContext';
import { PageLoading } from './PageLoading';

interface Props {
  title: string;
  children: ReactNode;
}

/** What every page has around it: the window's title, a place to wait, and a wall that errors do not pass. */
export const PageFrame = ({ title, children }: Props) => {
  const { runtime, errorLog } = useShell();
  const { pathname } = useLocation();
  return (
    <PageBoundary resetKey={pathname} log={errorLog}>
      <title>{`${title} - ${runtime.title}`}</title>
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </PageBoundary>
  );
};
