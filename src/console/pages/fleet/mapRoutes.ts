interface Route {
  readonly path: string;
  /** The key of `pages` that the menu names. */
  readonly url: string;
}

const MAP = /^map\/(\w+)$/;

/** The map provider that a menu's page names, undefined for a page that is no map. */
export const providerOf = ({ url }: Pick<Route, 'url'>): string | undefined => MAP.exec(url)?.[1];

/** Where a map is: the first that the menus show; undefined when none does. */
export const mapPath = (routes: readonly Route[]): string | undefined =>
  routes.find((route) => providerOf(route) !== undefined)?.path;
