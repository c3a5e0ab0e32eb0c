import { useTranslate } from 'ra-core';
import { AccessDeniedPage, NotFoundPage } from '../../pages/errors';
import { PageFrame } from './PageFrame';

/** `/401`. */
export const DeniedRoute = () => (
  <PageFrame title={useTranslate()('shell.denied.title')}>
    <AccessDeniedPage />
  </PageFrame>
);

/** `/404`. */
export const NotFoundRoute = () => (
  <PageFrame title={useTranslate()('shell.notFound.title')}>
    <NotFoundPage />
  </PageFrame>
);
