import type { Console } from '../../config';
import { CALL } from '../../protocol';
import { verbPath } from './actions';
import { shownBy } from './shownBy';

/** What a role may call. */
export interface Grants {
  /** The system administrator's role. */
  readonly everything: boolean;
  readonly paths: ReadonlySet<string>;
}

/** What a role was given: the pages of its menus, the calls of its buttons. */
export interface Granted {
  readonly menuUrls: readonly string[];
  readonly actionUrls: readonly string[];
}

/** The role that may do everything, always. */
export const EVERYTHING: Grants = { everything: true, paths: new Set() };

const LIVE = [CALL.LIVE_SNAPSHOT, CALL.LIVE_CHANGES];
/** The entity whose readers may follow the live view. */
const LIVE_ENTITY = 'device';

const readsOf = (config: Console, menuUrls: readonly string[]): string[] => {
  const shown = new Set(menuUrls.flatMap((url) => [...shownBy(config, config.pages[url])]));
  const reads = config.entities
    .filter(({ name }) => shown.has(name))
    .flatMap((entity) => [verbPath(entity, 'list'), verbPath(entity, 'get')]);
  return shown.has(LIVE_ENTITY) ? [...reads, ...LIVE] : reads;
};

/** A button covers its call; importing a file begins with sending it. */
const callsOf = (config: Console, actionUrls: readonly string[]): string[] => {
  const imports = config.entities.map((entity) => verbPath(entity, 'import'));
  return actionUrls.some((url) => imports.includes(url))
    ? [...actionUrls, CALL.FILE_UPLOAD]
    : [...actionUrls];
};

/** The calls that a role's menus and buttons cover. */
export const grantsOf = (config: Console, { menuUrls, actionUrls }: Granted): Grants => ({
  everything: false,
  paths: new Set([...readsOf(config, menuUrls), ...callsOf(config, actionUrls)]),
});

/** Whether a role may make a call; `path` is without the API's base. */
export const covers = ({ everything, paths }: Grants, path: string): boolean =>
  everything || paths.has(path);
