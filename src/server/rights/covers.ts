import type { AnyEntity, Console, Fields } from '../../config';
import { actionPath, CALL } from '../../protocol';
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

const fieldsOf = ({ fields }: AnyEntity): Fields => fields;

/** What may be granted and what was: read by the inputs and cells of a field of kind `grants`. */
const GRANT_READS = ['grantable', 'shown'];

const grantsRights = (entity: AnyEntity): boolean =>
  Object.values(fieldsOf(entity)).some(({ kind }) => kind === 'grants');

const readsOf = (config: Console, menuUrls: readonly string[]): string[] => {
  const shown = new Set(menuUrls.flatMap((url) => [...shownBy(config, config.pages[url])]));
  const reads = config.entities
    .filter(({ name }) => shown.has(name))
    .flatMap((entity) => [
      verbPath(entity, 'list'),
      verbPath(entity, 'get'),
      ...(entity.counts.length > 0 ? [actionPath(entity.name, 'count')] : []),
      ...(grantsRights(entity) ? GRANT_READS.map((code) => actionPath(entity.name, code)) : []),
    ]);
  return shown.has(LIVE_ENTITY) ? [...reads, ...LIVE] : reads;
};

/** The entity whose rows are exports under way, and what everybody may do with their own. */
const EXPORTS = 'exportJob';
const exportCalls = ['list', 'get', 'cancel', 'download', 'delete'].map((code) =>
  actionPath(EXPORTS, code),
);

/** Calls that are part of another: a form is previewed, a file is sent before it is named. */
const partsOf = (entity: AnyEntity): readonly (readonly [string, string])[] => {
  const kinds = Object.values(fieldsOf(entity)).map(({ kind }) => kind);
  const sends = kinds.includes('file') || kinds.includes('image');
  return [
    [verbPath(entity, 'import'), CALL.FILE_UPLOAD],
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
