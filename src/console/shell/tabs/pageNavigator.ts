import { type Navigator, resolvePath } from 'react-router-dom';
import { type Place, pathOf } from './tabsReducer';

/**
 * The router as a page knows it. A page that is not shown, and that ends a call of before, moves its own address and
 * takes nobody away from where they are.
 */
export const pageNavigator = (
  router: Navigator,
  path: string,
  isShown: () => boolean,
  move: (place: Place) => void,
): Navigator => {
  const go =
    (way: 'push' | 'replace'): Navigator['push'] =>
    (to, ...rest) => {
      if (isShown()) return router[way](to, ...rest);
      const place = resolvePath(to, path);
      if (pathOf(place.pathname) === path) move(place);
    };
  return {
    ...router,
    push: go('push'),
    replace: go('replace'),
    go: (steps) => {
      if (isShown()) router.go(steps);
    },
  };
};
