import { Box } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type ReactNode, useEffect } from 'react';
import { CustomRoutes, ResourceContextProvider, useTranslate } from 'react-admin';
import { Navigate, Route, useLocation, useParams } from 'react-router-dom';
import type { Console, LazyPage, MenuSeed } from '../../config';
import { type Loadable, loadable } from '../../fields/views/loadable';
import { useApp, useSystemTitle } from '../app/AppContext';
import { PageBoundary, PageTitle } from '../app/boundaries';
import {
  firstPath,
  HOME,
  isMap,
  type MenuRoute,
  mainMenuOf,
  menusOf,
  PASSWORD_PATH,
  PROFILE_PATH,
  pageTitle,
  useMapPath,
  useMenus,
} from '../app/menus';
import { type Access, useAccess } from '../data';
import { LANDING, parseOwnPath, redirectTarget } from '../data/session';
import { LoadingBlock } from '../look/FactsSkeleton';
import { useTabs } from './tabs/TabsProvider';

/**
 * Returns the function that builds an operator's routes. react-admin calls it with the result of getAuth, null before
 * sign-in. It must be synchronous and keep its identity.
 */
export const consoleRoutes = (declared: Console) => (access: Access | null | undefined) =>
  access?.oper.mustChange ? initialRoutes() : routesOf(access, declared);

/** Routes to set an initial password; the server refuses all other calls. */
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
          // Not resources: their keys would remount the map when it changes its provider.
          <Route key={route.code} path={`${route.path}/*`} element={<MenuPage route={route} />} />
        ))}
      <Route path="/" element={<Home />} />
      <Route path="/redirect/*" element={<Redirect />} />
      <Route
        path={PROFILE_PATH}
        element={<NamedPage title="shell.user.profile" Page={ProfilePage} />}
      />
      <Route path={PASSWORD_PATH} element={<PasswordRoute />} />
      <Route path="/401" element={<DeniedRoute />} />
      <Route path="/404" element={<NamedPage title="shell.notFound.title" Page={NotFoundPage} />} />
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/login" element={<LeaveForLogin />} />
    </CustomRoutes>
  </>
);

interface Props {
  /** Code of the menu; react-admin derives the route from it. */
  name: string;
  route: MenuRoute;
}

/**
 * Resource whose route is not named after it, so that `/deviceList` shows the resource `device`. react-admin treats any
 * element with these two statics as a Resource.
 */
const MenuResource = ({ route }: Props) => <MenuPage route={route} />;

MenuResource.raName = 'Resource';
MenuResource.registerResource = ({ name }: Props) => ({ name, hasList: true });

const EntityScreen = loadable(() => import('../entity'), 'EntityScreen');

const TwinTabs = loadable(() => import('./TwinTabs'), 'TwinTabs');

/** Loads the code of lists before the first one is shown. Waits for all of it, even if a part fails. */
export const loadLists = () => Promise.allSettled([EntityScreen.load(), TwinTabs.load()]);

const NotConfiguredPage = loadable(() => import('../pages/errors'), 'NotConfiguredPage');
const AccessDeniedPage = loadable(() => import('../pages/errors'), 'AccessDeniedPage');
const WithheldPage = loadable(() => import('../pages/errors'), 'WithheldPage');
const NotFoundPage = loadable(() => import('../pages/errors'), 'NotFoundPage');

const ProfilePage = loadable(() => import('../pages/profile'), 'ProfilePage');
const UpdPasswordPage = loadable(() => import('../pages/profile'), 'UpdPasswordPage');
const InitialPasswordPage = loadable(() => import('../pages/profile'), 'InitialPasswordPage');

/** Caches one component per page: a new one for each render would lose its state. */
const pages = new Map<LazyPage, Loadable<object>>();

const componentOf = (page: LazyPage): Loadable<object> => {
  const cached = pages.get(page);
  if (cached) return cached;
  const component = loadable(page, 'Page');
  pages.set(page, component);
  return component;
};

/**
 * Returns the routes that are one page with a route: its own menu and the presets, as far as they are granted. Only
 * lists; other pages show their presets themselves.
 */
export const twinsOf = (
  route: MenuRoute,
  routes: readonly MenuRoute[],
  menus: readonly MenuSeed[],
): MenuRoute[] => {
  const main = mainMenuOf(menus, route.code);
  const twins = routes.filter(
    ({ code, page }) => mainMenuOf(menus, code) === main && typeof page === 'string',
  );
  return twins.length > 1 && twins.some(({ code }) => code === route.code)
    ? twins.toSorted((a, b) => Number(b.code === main) - Number(a.code === main))
    : [];
};

/** Height of the tabs, px. */
const TWIN_TABS = 37;

/** Tabs of a list with twins, or their room until their code is loaded; nothing for a list that stands alone. */
const Twins = ({ route }: { readonly route: MenuRoute }) => {
  const { declared } = useApp();
  const twins = twinsOf(route, useMenus().routes, declared.menus);
  // A list with a detail panel has its twins among its tools.
  const isDesk = ({ page }: MenuRoute) =>
    declared.entities.some(({ name, side }) => name === page && side !== undefined);
  if (twins.length === 0 || twins.some(isDesk)) return null;
  return <TwinTabs route={route} twins={twins} loading={<Box sx={{ height: TWIN_TABS }} />} />;
};

const Content = ({ route }: { route: MenuRoute }) => {
  const { page, code, url } = route;
  const { declared } = useApp();
  const title = pageTitle(useTranslate(), route);
  if (page === undefined) return <NotConfiguredPage url={url} />;
  if (typeof page !== 'string') {
    const Page = componentOf(page);
    return (
      <Page loading={isMap(route) ? <MapLoading title={title} /> : <PageLoading title={title} />} />
    );
  }
  const entity = declared.entities.find(({ name }) => name === page);
  if (!entity) return <NotConfiguredPage url={url} />;
  return (
    <ResourceContextProvider value={page}>
      <Twins route={route} />
      <EntityScreen entity={entity} menuCode={code} loading={<PageLoading title={title} />} />
    </ResourceContextProvider>
  );
};

/** Page of a menu: an entity's screen, a custom page, or a notice that it is not configured. */
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

/** Returns the path of the operator's own map if a sign-in just led to another map, the landing page. */
const useOwnMap = ({ path }: MenuRoute): string | undefined => {
  const { arrival } = useApp();
  const own = useMapPath();
  const { key } = useLocation();
  // Only for the first history entry: a later visit is the operator's own choice.
  const hasArrived = arrival === path && path === LANDING && key === 'default';
  return hasArrived && own !== path ? own : undefined;
};

interface EntityResourceProps {
  name: string;
  recordRepresentation: string;
}

/**
 * Registers an entity with react-admin, even if none of its menus is granted, because other records refer to it. It has
 * no route of its own; menus have.
 */
const EntityResource = (_: EntityResourceProps) => <UnknownPath />;

EntityResource.raName = 'Resource';
EntityResource.registerResource = ({ name, recordRepresentation }: EntityResourceProps) => ({
  name,
  recordRepresentation,
});

/** Redirects `/` to the dashboard, or to the first page if the operator has no dashboard. */
const Home = () => {
  const menus = useMenus();
  const hasHome = menus.routes.some(({ path }) => path === HOME);
  return <Navigate to={hasHome ? HOME : (firstPath(menus) ?? '/401')} replace />;
};

/** Redirects `/redirect/x?y` to `/x?y` and refreshes that page. */
const Redirect = () => {
  const { '*': rest = '' } = useParams();
  const { search, hash } = useLocation();
  const { dispatch } = useTabs();
  const pathname = parseOwnPath(`/${rest}`) ? `/${rest}` : '/404';
  useEffect(() => dispatch({ type: 'refresh', path: pathname }), [dispatch, pathname]);
  return <Navigate to={{ pathname, search, hash }} replace />;
};

/**
 * Route of unknown paths. After a sign-in, the path may be one that only the previous operator may open, or the landing
 * page without a menu for it; then it redirects to the first page.
 */
export const UnknownPath = () => {
  const { arrival } = useApp();
  const { pathname } = useLocation();
  const menus = useMenus();
  const translate = useTranslate();
  const { pageRoles } = useAccess();
  const instead = arrival === pathname ? firstPath(menus) : undefined;
  if (instead) return <Navigate to={instead} replace />;
  // A server whose menus are all that is known of it cannot say more than that there is no page.
  if (!pageRoles) return <Navigate to="/404" replace />;
  return (
    <PageFrame title={translate('shell.denied.title')}>
      <WithheldPage code={pathname.slice(1).replace(/\/+$/, '')} />
    </PageFrame>
  );
};

export const DeniedRoute = () => <NamedPage title="shell.denied.title" Page={AccessDeniedPage} />;

/** With `?redirect=`, the operator was sent here to set a password first, and continues there afterwards. */
const PasswordRoute = () => {
  const { search, hash } = useLocation();
  if (new URLSearchParams(search).has('redirect')) {
    return <Navigate to={redirectTarget({ search, hash })} replace />;
  }
  return <NamedPage title="shell.user.password" Page={UpdPasswordPage} />;
};

/** Shows the password page for every URL, and keeps the requested one in the query across reloads. */
const InitialPassword = () => {
  const { pathname, search, hash } = useLocation();
  if (pathname !== PASSWORD_PATH) {
    const target = encodeURIComponent(pathname + search + hash);
    return <Navigate to={`${PASSWORD_PATH}?redirect=${target}`} replace />;
  }
  return <NamedPage title="profile.initial.title" Page={InitialPasswordPage} />;
};

/** Leaves the console for the login page, which is another bundle, by a reload. */
const LeaveForLogin = () => {
  useEffect(() => location.reload(), []);
  return null;
};

/** @param title key of a message */
const NamedPage = ({ title, Page }: { title: string; Page: Loadable<object> }) => {
  const text = useTranslate()(title);
  return (
    <PageFrame title={text}>
      <Page loading={<PageLoading title={text} />} />
    </PageFrame>
  );
};

/** Frame of every page: window title and error boundary. */
const PageFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const product = useSystemTitle();
  const windowTitle = `${title} - ${product}`;
  // Not a title element, because those of hidden pages would be in the document as well.
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  return <PageBoundary title={title}>{children}</PageBoundary>;
};

/** Title of a page, and a block until the code of its content is loaded. */
const PageLoading = ({ title }: { readonly title: string }) => (
  <Box sx={{ flex: 1, bgcolor: 'background.paper' }}>
    <PageTitle title={title} />
    <LoadingBlock height="60vh" />
  </Box>
);

/** Like the map, whose title is for screen readers only. */
const MapLoading = ({ title }: { readonly title: string }) => (
  <>
    <h1 style={visuallyHidden}>{title}</h1>
    <LoadingBlock height="100%" />
  </>
);
