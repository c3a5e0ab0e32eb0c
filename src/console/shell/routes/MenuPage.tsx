import { ResourceContextProvider, useTranslate } from 'ra-core';
import { type ComponentType, lazy } from 'react';
import type { LazyPage } from '../../../config';
import { NotConfiguredPage } from '../../pages/errors';
import { useShell } from '../ShellContext';
import { menuTitle } from './menuTitle';
import type { MenuRoute } from './menuTree';
import { PageFrame } from './PageFrame';

const EntityScreen = lazy(() =>
  import('../../screens').then((module) => ({ default: module.EntityScreen })),
);

/** A lazy component must stay the same one, or every drawing would load it again. */
const lazyPages = new Map<LazyPage, ComponentType>();

const componentOf = (page: LazyPage): ComponentType => {
  const known = lazyPages.get(page);
  if (known) return known;
  const made = lazy(() => page().then(({ Page }) => ({ default: Page })));
  lazyPages.set(page, made);
  return made;
};

const Content = ({ route: { page, code, url } }: { route: MenuRoute }) => {
  const { declared } = useShell();
  if (page === undefined) return <NotConfiguredPage url={url} />;
  if (typeof page !== 'string') {
    const Page = componentOf(page);
    return <Page />;
  }
  const entity = declared.entities.find(({ name }) => name === page);
  if (!entity) return <NotConfiguredPage url={url} />;
  return (
    <ResourceContextProvider value={page}>
      <EntityScreen entity={entity} menuCode={code} />
    </ResourceContextProvider>
  );
};

/** The page of a menu: an entity's screen, a page of its own, or what is missing. */
export const MenuPage = ({ route }: { route: MenuRoute }) => {
  const translate = useTranslate();
  return (
    <PageFrame key={route.code} title={menuTitle(translate, route)}>
      <Content route={route} />
    </PageFrame>
  );
};
