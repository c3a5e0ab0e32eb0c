import { act, type ContextType, type ReactNode, useContext, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createMemoryRouter,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  NavigationType,
  Route,
  RouterProvider,
  Routes,
  useHref,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/*
 * Pages that are kept alive use contexts that the router calls unsafe, because any of its versions may change them.
 * These tests describe what the tabs rely on, so that an upgrade fails here and not in an operator's form.
 */

/** Stub of an element, enough for React to render components without output. */
const emptyElement = (): Element => {
  const node = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  const ownerDocument = { ...node, nodeType: 9, nodeName: '#document', defaultView: null };
  const element = { ...node, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument };
  return element as unknown as Element;
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('window', { HTMLIFrameElement: class {}, addEventListener: vi.fn() });
});

let end = async () => undefined as unknown;
afterEach(async () => {
  await end();
  vi.unstubAllGlobals();
});

/** Renders a page in a router at `/here?x=1`. */
const draw = async (page: ReactNode) => {
  const router = createMemoryRouter([{ path: '*', element: page }], {
    initialEntries: ['/here?x=1'],
  });
  const root = createRoot(emptyElement());
  end = () => act(async () => root.unmount());
  // React's static rendering leaves its last contexts behind in the process, which other tests share.
  const outside = null as unknown as ContextType<typeof LocationContext>;
  await act(async () =>
    root.render(
      <LocationContext value={outside}>
        <RouterProvider router={router} />
      </LocationContext>,
    ),
  );
  return router;
};

it('the router contexts contain the values that a page replaces', async () => {
  const keys: Record<string, string[]> = {};
  const Page = () => {
    const navigation = useContext(NavigationContext);
    keys.navigation = Object.keys(navigation).sort();
    keys.navigator = Object.keys(navigation.navigator).sort();
    keys.location = Object.keys(useContext(LocationContext)).sort();
    return null;
  };
  await draw(<Page />);
  expect(keys).toEqual({
    navigation: ['basename', 'future', 'navigator', 'static', 'useTransitions'],
    navigator: ['createHref', 'createURL', 'encodeLocation', 'go', 'push', 'replace'],
    location: ['location', 'navigationType'],
  });
});

describe('a page within its own contexts', () => {
  const location = { pathname: '/there/7', search: '?p=2', hash: '', state: null, key: 'default' };

  /**
   * Renders a page at `/there/7?p=2` within contexts of its own.
   * @returns the router, and the mock of its own navigator
   */
  const drawApart = async (usePage: () => void) => {
    const push = vi.fn();
    const Page = () => {
      usePage();
      return null;
    };
    const Apart = () => {
      const navigation = useContext(NavigationContext);
      const own = { ...navigation, navigator: { ...navigation.navigator, push } };
      return (
        <NavigationContext value={own}>
          <LocationContext value={{ location, navigationType: NavigationType.Push }}>
            <Routes>
              <Route path="/there/:id" element={<Page />} />
            </Routes>
          </LocationContext>
        </NavigationContext>
      );
    };
    const router = await draw(<Apart />);
    return { router, push };
  };

  it('matches its own address and reads it', async () => {
    const read = vi.fn();
    await drawApart(() => {
      const [search] = useSearchParams();
      read(useLocation().pathname, useParams().id, search.get('p'), useHref('?p=3'));
    });
    expect(read).toHaveBeenLastCalledWith('/there/7', '7', '2', '/there/7?p=3');
  });

  it('uses its own navigator and leaves the router alone', async () => {
    const { router, push } = await drawApart(() => {
      const navigate = useNavigate();
      useEffect(() => {
        navigate('?p=3', { state: 1 });
      }, [navigate]);
    });
    expect(push.mock.calls[0]?.slice(0, 2)).toEqual([
      { pathname: '/there/7', search: '?p=3', hash: '' },
      1,
    ]);
    expect(router.state.location).toMatchObject({ pathname: '/here', search: '?x=1' });
  });
});

describe('the router below the contexts', () => {
  it('notifies subscribers of a new address', async () => {
    const paths: string[] = [];
    const Page = () => {
      const router = useContext(DataRouterContext)?.router;
      useEffect(() => router?.subscribe(({ location }) => paths.push(location.pathname)), [router]);
      return null;
    };
    const router = await draw(<Page />);
    await act(() => router.navigate('/next'));
    expect(paths.at(-1)).toBe('/next');
  });

  it('blocks a navigation on a blocker’s request, and reports it to the page', async () => {
    const states: (string | undefined)[] = [];
    const Page = () => {
      states.push(useContext(DataRouterStateContext)?.blockers.get('form')?.state);
      return null;
    };
    const router = await draw(<Page />);
    router.getBlocker('form', ({ nextLocation }) => nextLocation.pathname === '/next');
    await act(() => router.navigate('/next'));
    expect(states.at(-1)).toBe('blocked');
    expect(router.state.location.pathname).toBe('/here');
    router.deleteBlocker('form');
    await act(() => router.navigate('/next'));
    expect(router.state.location.pathname).toBe('/next');
  });
});
