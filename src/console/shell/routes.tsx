import { Box, CircularProgress, keyframes } from '@mui/material';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { CustomRoutes, ResourceContextProvider, useTranslate } from 'react-admin';
import { Navigate, Route, useLocation, useParams } from 'react-router-dom';
import type { Console, LazyPage } from '../../config';
import type { Access } from '../data';
import { LANDING, redirectTarget } from '../data/session';
import { PageBoundary } from './errors';
import {
  firstPath,
  HOME,
  isMap,
  type MenuRoute,
  menusOf,
  PASSWORD_PATH,
  PROFILE_PATH,
  pageTitle,
  useMapPath,
  useMenus,
} from './menus';
import { useApp, useSystemTitle } from './ShellContext';
import { useTabs } from './tabs/TabsProvider';

/**
 * Makes the function of every route there is for an operator. react-admin calls it with what getAuth granted, null for
 * nobody; it must answer at once and stay the same function.
 */
export const consoleRoutes = (declared: Console) => (access: Access | null | undefined) =>
  access?.oper.mustChange ? initialRoutes() : routesOf(access, declared);

/** Nothing but the way to a password of one's own: the server would refuse anything else. */
const initialRoutes = () => (
  <CustomRoutes noLayout>
    <Route path="/login" element={<LeaveForLogin />} />
    <Route path="*" element={<InitialPassword />} />
  </CustomRoutes>
);

const routesOf = (access: Access | null | undefined, declared: Console) => (
  <>
    {menusOf(access, declared)
      .routes.filter((route) => !isMap(route))
      .map((route) => (
        <MenuResource key={route.code} name={route.code} route={route} />
      ))}
    {declared.entities.map(({ name, title }) => (
      <EntityResource key={`entity ${name}`} name={name} recordRepresentation={title} />
    ))}
    <CustomRoutes>
      {menusOf(access, declared)
        .routes.filter(isMap)
        .map((route) => (
          // Not resources, whose keys would make another page of each: a map that changes its provider stays the same.
          <Route key={route.code} path={`${route.path}/*`} element={<MenuPage route={route} />} />
        ))}
      <Route path="/" element={<Home />} />
      <Route path="/redirect/*" element={<Redirect />} />
      <Route path={PROFILE_PATH} element={<ProfileRoute />} />
      <Route path={PASSWORD_PATH} element={<PasswordRoute />} />
      <Route path="/401" element={<DeniedRoute />} />
      <Route path="/404" element={<NotFoundRoute />} />
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/login" element={<LeaveForLogin />} />
    </CustomRoutes>
  </>
);

interface Props {
  /** The menu's code: react-admin makes the route of it. */
  name: string;
  route: MenuRoute;
}

/**
 * A route that is not called as its resource is: react-admin takes any element with these two statics for a
 * Resource, so that `/deviceList` shows the resource `device`.
 */
const MenuResource = ({ route }: Props) => <MenuPage route={route} />;

MenuResource.raName = 'Resource';
MenuResource.registerResource = ({ name }: Props) => ({ name, hasList: true });

const EntityScreen = lazy(() =>
  import('../entity').then((module) => ({ default: module.EntityScreen })),
);

const NotConfiguredPage = lazy(() =>
  import('../pages/errors').then((module) => ({ default: module.NotConfiguredPage })),
);
const AccessDeniedPage = lazy(() =>
  import('../pages/errors').then((module) => ({ default: module.AccessDeniedPage })),
);
const NotFoundPage = lazy(() =>
  import('../pages/errors').then((module) => ({ default: module.NotFoundPage })),
);

const ProfilePage = lazy(() =>
  import('../pages/profile').then((module) => ({ default: module.ProfilePage })),
);
const UpdPasswordPage = lazy(() =>
  import('../pages/profile').then((module) => ({ default: module.UpdPasswordPage })),
);
const InitialPasswordPage = lazy(() =>
  import('../pages/profile').then((module) => ({ default: module.InitialPasswordPage })),
);

/** A lazy component must stay the same one, or every drawing would load it again. */
const lazyPages = new Map<LazyPage, ComponentType>();

const componentOf = (page: LazyPage): ComponentType => {
  const cachedPage = lazyPages.get(page);
  if (cachedPage) return cachedPage;
  const lazyPage = lazy(() => page().then(({ Page }) => ({ default: Page })));
  lazyPages.set(page, lazyPage);
  return lazyPage;
};

const Content = ({ route: { page, code, url } }: { route: MenuRoute }) => {
  const { declared } = useApp();
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
const MenuPage = ({ route }: { route: MenuRoute }) => {
  const translate = useTranslate();
  const instead = useOwnMap(route);
  if (instead) return <Navigate to={instead} replace />;
  return (
    <PageFrame key={isMap(route) ? 'map' : route.code} title={pageTitle(translate, route)}>
      <Content route={route} />
    </PageFrame>
  );
};

/** Where somebody is led who just signed in and whose map is another than that of the landing page. */
const useOwnMap = ({ path }: MenuRoute): string | undefined => {
  const { arrival } = useApp();
  const own = useMapPath();
  const { key } = useLocation();
  // The first entry of the history: whoever comes back later means what they chose.
  const hasArrived = arrival === path && path === LANDING && key === 'default';
  return hasArrived && own !== path ? own : undefined;
};

interface EntityResourceProps {
  name: string;
  /** The field a person knows a record by. */
  recordRepresentation: string;
}

/**
 * Makes an entity known to react-admin, whether or not one of its menus is granted: records elsewhere refer to it. It
 * has no page of its own, only menus have.
 */
const EntityResource = (_: EntityResourceProps) => <UnknownPath />;

EntityResource.raName = 'Resource';
EntityResource.registerResource = ({ name, recordRepresentation }: EntityResourceProps) => ({
  name,
  recordRepresentation,
});

/** `/` leads home, or to the first page there is for somebody without a dashboard. */
const Home = () => {
  const menus = useMenus();
  const hasHome = menus.routes.some(({ path }) => path === HOME);
  return <Navigate to={hasHome ? HOME : (firstPath(menus) ?? '/401')} replace />;
};

/** `/redirect/x?y` goes back to `/x?y`: on the way the page is made anew. */
const Redirect = () => {
  const { '*': path = '' } = useParams();
  const { search, hash } = useLocation();
  const { dispatch } = useTabs();
  useEffect(() => dispatch({ type: 'refresh', path: `/${path}` }), [dispatch, path]);
  return <Navigate to={{ pathname: `/${path}`, search, hash }} replace />;
};

/**
 * An address without a page. Whoever just signed in was sent there by the operator before, or has no menu for the
 * landing page, and gets what there is.
 */
export const UnknownPath = () => {
  const { arrival } = useApp();
  const { pathname } = useLocation();
  const menus = useMenus();
  const instead = arrival === pathname ? firstPath(menus) : undefined;
  return <Navigate to={instead ?? '/404'} replace />;
};

/** `/401`. */
export const DeniedRoute = () => (
  <PageFrame title={useTranslate()('shell.denied.title')}>
    <AccessDeniedPage />
  </PageFrame>
);

/** `/404`. */
const NotFoundRoute = () => (
  <PageFrame title={useTranslate()('shell.notFound.title')}>
    <NotFoundPage />
  </PageFrame>
);

const ProfileRoute = () => {
  const translate = useTranslate();
  return (
    <PageFrame title={translate('profile.title')}>
      <ProfilePage passwordPath={PASSWORD_PATH} />
    </PageFrame>
  );
};

/** With `?redirect=`, the operator was sent here to set a password first, and continues there afterwards. */
const PasswordRoute = () => {
  const translate = useTranslate();
  const { search, hash } = useLocation();
  if (new URLSearchParams(search).has('redirect')) {
    return <Navigate to={redirectTarget({ search, hash })} replace />;
  }
  return (
    <PageFrame title={translate('shell.user.password')}>
      <UpdPasswordPage />
    </PageFrame>
  );
};

/** Whatever page is asked for, it is this one; the address remembers the other, also over a reload. */
const InitialPassword = () => {
  const translate = useTranslate();
  const { pathname, search, hash } = useLocation();
  if (pathname !== PASSWORD_PATH) {
    const target = encodeURIComponent(pathname + search + hash);
    return <Navigate to={`${PASSWORD_PATH}?redirect=${target}`} replace />;
  }
  return (
    <PageFrame title={translate('profile.initial.title')}>
      <InitialPasswordPage />
    </PageFrame>
  );
};

/** The login page belongs to another part of the program: the browser goes there, the console ends. */
const LeaveForLogin = () => {
  useEffect(() => location.reload(), []);
  return null;
};

interface PageFrameProps {
  title: string;
  children: ReactNode;
}

/** What every page has around it: the window's title, a place to wait, and a wall that errors do not pass. */
const PageFrame = ({ title, children }: PageFrameProps) => {
  const product = useSystemTitle();
  const windowTitle = `${title} - ${product}`;
  // Not a title element: those of the pages behind this one would stand in the document as well.
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  return (
    <PageBoundary>
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </PageBoundary>
  );
};

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** While a page is on its way; a quick one arrives before this shows. */
const PageLoading = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ m: 'auto', p: 6, animation: `${appear} .2s .25s both` }}>
      <CircularProgress size={30} aria-label={translate('ra.page.loading')} />
    </Box>
  );
};
