/** Where a sign-in leads when nobody asked for a page. */
export const LANDING = '/amap';

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The login page, with the way back to the place that needed it. */
export const loginUrl = ({ pathname, search, hash }: Place): string =>
  `/login?redirect=${encodeURIComponent(pathname + search + hash)}`;

/** A base that no real page has, so that a path which leaves it shows. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * The page a sign-in leads to, from the address of the login page: a path of this console with its query and hash,
 * else the landing page. Where `redirect` was written unencoded, its query fell apart into parameters of the login
 * page; they are put together again.
 */
export const redirectTarget = (login: Pick<Place, 'search' | 'hash'>): string => {
  const parameters = new URLSearchParams(login.search);
  const wanted = parameters.get('redirect') ?? '';
  if (!/^\/(?![/\\])/.test(wanted)) return LANDING;
  const url = new URL(wanted, NOWHERE);
  if (url.origin !== NOWHERE || ['/', '/login'].includes(url.pathname)) return LANDING;
  for (const [name, value] of parameters) {
    if (name !== 'redirect') url.searchParams.append(name, value);
  }
  return url.pathname + url.search + (url.hash || login.hash);
};
