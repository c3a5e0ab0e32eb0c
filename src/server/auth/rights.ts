import {
  type Action,
  type AnyEntity,
  type Command,
  type Console,
  type Fields,
  hasTimeline,
  type Page,
} from '../../config';
import {
  type FieldSchema,
  followsLive,
  namedBy,
  namedByOperation,
  readsOfPage,
  schemaOf,
} from '../../fields';
import { actionPath, CALL, checkPath, codePath, commandPath, verbPath } from '../../protocol';
import { type AccessCache, type AccessChanges, createAccessCache, type Database } from '../db';
import { loadMenus, SYSTEM_ROLE } from './menus';

export type Rights = AccessCache<number, Grants>;

interface RightsOptions {
  readonly db: Database;
  readonly config: Console;
  readonly changes: AccessChanges;
  /** Epoch ms. */
  readonly now: () => number;
}

export const openRights = ({ db, config, changes, now }: RightsOptions): Rights =>
  createAccessCache(changes, {
    load: (roleId) => loadGrants(db, config, roleId),
    isChangedBy: ({ kind }) => kind === 'role',
    now,
  });

export const loadGrants = async (
  db: Database,
  config: Console,
  roleId: number,
): Promise<Grants> => {
  if (roleId === SYSTEM_ROLE) return ALL_GRANTS;
  const { menus, buttons } = await loadMenus(db, roleId);
  return resolveGrants(config, {
    menuUrls: menus.map(({ menuUrl }) => menuUrl),
    actionUrls: buttons.map(({ actionUrl }) => actionUrl),
  });
};

/** Calls that a role may make. */
interface Grants {
  /** True for the system administrator's role. */
  readonly everything: boolean;
  readonly paths: ReadonlySet<string>;
}

/** Grants of the system administrator's role. */
export const ALL_GRANTS: Grants = { everything: true, paths: new Set() };

const LIVE = [CALL.LIVE_SNAPSHOT, CALL.LIVE_CHANGES, CALL.LIVE_HEALTH];
const TRACKS = [CALL.TRACK_GET, CALL.TRACK_LIMITS, CALL.TRACK_OUTLINE, CALL.TRACK_SUMS];
/** Entity whose records tracks are made of. */
const TRACK_ENTITY = 'deviceLocationRecord';

const schemasOf = ({ fields }: AnyEntity): FieldSchema[] =>
  Object.values(fields as Fields).map(schemaOf);

/** Calls that name records and show single ones. */
const namingCalls = (entity: AnyEntity): readonly string[] => [
  verbPath(entity, 'list'),
  verbPath(entity, 'get'),
];

/** Calls that show records beside those of another entity. */
const listingCalls = (entity: AnyEntity): readonly string[] => [
  ...namingCalls(entity),
  ...schemasOf(entity).flatMap(({ calls = [] }) =>
    calls.map((code) => actionPath(entity.name, code)),
  ),
  ...(entity.name === TRACK_ENTITY ? TRACKS : []),
];

/** Calls that show the records of an entity on a page of its own. */
const showingCalls = (entity: AnyEntity): readonly string[] => [
  ...listingCalls(entity),
  ...(entity.counts.length > 0 ? [actionPath(entity.name, 'count')] : []),
  ...(hasTimeline(entity) ? [actionPath(entity.name, 'timeline')] : []),
];

const pageCalls = (config: Console, page: Page): readonly string[] => {
  const { shown, beside, named } = readsOfPage(config, page);
  const calls = (names: readonly string[], of: (entity: AnyEntity) => readonly string[]) =>
    config.entities.filter(({ name }) => names.includes(name)).flatMap(of);
  return [
    ...calls(shown, showingCalls),
    ...calls(beside, listingCalls),
    ...calls(named, namingCalls),
    ...(followsLive(config, page) ? LIVE : []),
  ];
};

/**
 * Calls on running exports, on lists that are mailed every Monday, and on those who may get them. A role that may export
 * may use them for its own exports and lists.
 */
const exportCalls = Object.entries({
  exportJob: ['list', 'get', 'cancel', 'download', 'delete'],
  sentList: ['list', 'get', 'delete'],
  colleague: ['list', 'get'],
}).flatMap(([entity, codes]) => codes.map((code) => actionPath(entity, code)));

/** Call and the calls that are granted with it. */
type Parts = readonly [path: string, parts: readonly string[]];

/**
 * Returns the calls that are granted with those of an entity: the form preview, the upload of a file, the check of a
 * command, the records that forms and dialogs name.
 */
const partsOf = (entity: AnyEntity, { entities }: Console): readonly Parts[] => {
  const naming = (names: readonly string[]) =>
    entities
      .filter(({ name }) => names.includes(name) && name !== entity.name)
      .flatMap(namingCalls);
  const form = [
    ...(schemasOf(entity).some(({ uploads }) => uploads) ? [CALL.FILE_UPLOAD] : []),
    ...naming(namedBy(entity.fields as Fields)),
  ];
  const preview = entity.preview ? [actionPath(entity.name, 'preview')] : [];
  return [
    [verbPath(entity, 'import'), [CALL.FILE_UPLOAD]],
    [verbPath(entity, 'export'), exportCalls],
    [verbPath(entity, 'add'), [...form, ...preview]],
    [verbPath(entity, 'update'), form],
    ...Object.entries(entity.commands as Record<string, Command>).map(([code, command]): Parts => {
      const named = naming(namedByOperation(command));
      return [commandPath(code), [checkPath(code), codePath(code), ...named]];
    }),
    ...Object.entries(entity.actions as Record<string, Action>).flatMap(([code, action]) => {
      const path = actionPath(entity.name, code);
      const { grantedWith } = action;
      const whole: Parts[] = grantedWith ? [[actionPath(entity.name, grantedWith), [path]]] : [];
      return [...whole, [path, naming(namedByOperation(action))] as const];
    }),
  ];
};

/** Calls covered by the menus and buttons of a configuration. */
interface Coverage {
  /** Calls that a page reads with, by menu URL. */
  readonly reads: ReadonlyMap<string, readonly string[]>;
  /** Paths granted along with a call, by the path of that call. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

const coverages = new WeakMap<Console, Coverage>();

/** Cached, because grants are resolved every second. */
const coverageOf = (config: Console): Coverage => {
  const cached = coverages.get(config);
  if (cached) return cached;
  const reads = new Map(
    Object.entries(config.pages).map(([url, page]) => [url, pageCalls(config, page)]),
  );
  const parts = new Map<string, string[]>();
  for (const [whole, more] of config.entities.flatMap((entity) => partsOf(entity, config))) {
    parts.set(whole, [...(parts.get(whole) ?? []), ...more]);
  }
  const coverage = { reads, parts };
  coverages.set(config, coverage);
  return coverage;
};

/** Resolves the menus and buttons of a role to paths. A button covers its call and the calls granted with it. */
export const resolveGrants = (
  config: Console,
  { menuUrls, actionUrls }: Readonly<Record<'menuUrls' | 'actionUrls', readonly string[]>>,
): Grants => {
  const { reads, parts } = coverageOf(config);
  return {
    everything: false,
    paths: new Set([
      ...menuUrls.flatMap((url) => reads.get(url) ?? []),
      ...actionUrls.flatMap((url) => [url, ...(parts.get(url) ?? [])]),
    ]),
  };
};

/** True if a role may make a call. @param path without the API's base */
export const isGranted = ({ everything, paths }: Grants, path: string): boolean =>
  everything || paths.has(path);
