import {
  type Action,
  type AnyEntity,
  type AnyField,
  type Command,
  type Console,
  type Field,
  type Fields,
  hasTimeline,
  type Page,
} from '../../config';
import { type FieldSchema, schemaOf } from '../../fields';
import { actionPath, CALL, checkPath, codePath, commandPath, verbPath } from '../../protocol';
import type { Database } from '../db';
import { loadMenus, SYSTEM_ROLE } from './menus';
import { type BriefMemory, briefMemory } from './sessions';

/** What roles may call, by the role's id. */
export type Rights = BriefMemory<number, Grants>;

export const openRights = (db: Database, config: Console, now: () => number): Rights =>
  briefMemory(async (roleId) => {
    if (roleId === SYSTEM_ROLE) return EVERYTHING;
    const { menus, buttons } = await loadMenus(db, roleId);
    return grantsOf(config, {
      menuUrls: menus.map(({ menuUrl }) => menuUrl),
      actionUrls: buttons.map(({ actionUrl }) => actionUrl),
    });
  }, now);

/** What a role may call. */
interface Grants {
  /** The system administrator's role. */
  readonly everything: boolean;
  readonly paths: ReadonlySet<string>;
}

/** What a role was given: the pages of its menus, the calls of its buttons. */
interface Granted {
  readonly menuUrls: readonly string[];
  readonly actionUrls: readonly string[];
}

/** The role that may do everything, always. */
export const EVERYTHING: Grants = { everything: true, paths: new Set() };

const LIVE = [CALL.LIVE_SNAPSHOT, CALL.LIVE_CHANGES];
/** The entity whose readers may follow the live view. */
const LIVE_ENTITY = 'device';
const TRACKS = [CALL.TRACK_GET, CALL.TRACK_LIMITS];
/** The entity whose records a track is made of. */
const TRACK_ENTITY = 'deviceLocationRecord';

const schemasOf = ({ fields }: AnyEntity): FieldSchema[] =>
  Object.values(fields as Fields).map(schemaOf);

const readsOf = (config: Console, menuUrls: readonly string[]): string[] => {
  const shown = new Set(menuUrls.flatMap((url) => [...shownBy(config, config.pages[url])]));
  const reads = config.entities
    .filter(({ name }) => shown.has(name))
    .flatMap((entity) => [
      verbPath(entity, 'list'),
      verbPath(entity, 'get'),
      ...(entity.counts.length > 0 ? [actionPath(entity.name, 'count')] : []),
      ...(hasTimeline(entity) ? [actionPath(entity.name, 'timeline')] : []),
      ...(entity.side ? [actionPath(entity.name, 'story')] : []),
      ...schemasOf(entity).flatMap(({ calls = [] }) =>
        calls.map((code) => actionPath(entity.name, code)),
      ),
    ]);
  return [
    ...reads,
    ...(shown.has(LIVE_ENTITY) ? LIVE : []),
    ...(shown.has(TRACK_ENTITY) ? TRACKS : []),
  ];
};

/** The entity whose rows are exports under way, and what everybody may do with their own. */
const EXPORTS = 'exportJob';
const exportCalls = ['list', 'get', 'cancel', 'download', 'delete'].map((code) =>
  actionPath(EXPORTS, code),
);

/** Calls that are part of another: a form is previewed, a file is sent before it is named, a command is checked. */
const partsOf = (entity: AnyEntity): readonly (readonly [string, string])[] => {
  const sends = schemasOf(entity).some(({ uploads }) => uploads);
  return [
    [verbPath(entity, 'import'), CALL.FILE_UPLOAD],
    ...Object.keys(entity.commands).map((code) => [commandPath(code), checkPath(code)] as const),
    ...Object.keys(entity.commands).map((code) => [commandPath(code), codePath(code)] as const),
    ...exportCalls.map((path) => [verbPath(entity, 'export'), path] as const),
    ...(['add', 'update'] as const).flatMap((verb): [string, string][] =>
      sends ? [[verbPath(entity, verb), CALL.FILE_UPLOAD]] : [],
    ),
    ...(entity.preview
      ? [[verbPath(entity, 'add'), actionPath(entity.name, 'preview')] as const]
      : []),
  ];
};

/** A button covers its call and what is part of it. */
const callsOf = (config: Console, actionUrls: readonly string[]): string[] => {
  const parts = config.entities.flatMap(partsOf);
  return actionUrls.flatMap((url) => [
    url,
    ...parts.filter(([whole]) => whole === url).map(([, part]) => part),
  ]);
};

/** The calls that a role's menus and buttons cover. */
export const grantsOf = (config: Console, { menuUrls, actionUrls }: Granted): Grants => ({
  everything: false,
  paths: new Set([...readsOf(config, menuUrls), ...callsOf(config, actionUrls)]),
});

/** Whether a role may make a call; `path` is without the API's base. */
export const covers = ({ everything, paths }: Grants, path: string): boolean =>
  everything || paths.has(path);

/** The fields of a record, and those that its commands and actions ask for. */
const askedOf = ({ fields, commands, actions }: AnyEntity): AnyField[] => [
  ...Object.values(fields as Fields),
  ...Object.values(commands as Record<string, Command>).flatMap(({ args }) => Object.values(args)),
  ...Object.values(actions as Record<string, Action>).flatMap(({ args }) => Object.values(args)),
];

const refsOf = (entity: AnyEntity): string[] =>
  askedOf(entity).flatMap((field) => schemaOf(field).reads?.(field as Field) ?? []);

/** A generic screen shows its entity, offers the targets of its references and has tabs of what is related. */
const shownByScreen = (config: Console, entity: AnyEntity): string[] => [
  entity.name,
  ...refsOf(entity),
  ...entity.related.flatMap(({ entity: name, through, granted }) => [
    ...(granted ? [] : [name]),
    ...(through ? [through.entity] : []),
  ]),
  ...Object.values(config.tabs[entity.name] ?? {}).flatMap(({ reads }) => reads),
];

const shownByPage = (config: Console, reads: readonly string[]): string[] => [
  ...reads,
  ...config.entities.filter(({ name }) => reads.includes(name)).flatMap(refsOf),
];

/** The names of the entities whose records a page shows. */
export const shownBy = (config: Console, page: Page | undefined): ReadonlySet<string> => {
  if (page === undefined) return new Set();
  if (typeof page !== 'string') return new Set(shownByPage(config, page.reads ?? []));
  const entity = config.entities.find(({ name }) => name === page);
  return new Set(entity ? shownByScreen(config, entity) : []);
};
