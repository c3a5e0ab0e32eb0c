import type { AnyEntity, Console, LockAddress } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { isMap, type MenuRoute, type MenuTree, pageTitle, visiblePages } from '../../app/menus';
import { ALARMS, type HasGrant } from '../../data';
import type { Translate } from '../../i18n';
import { commandRights } from '../../operations';
import type { GrantedCommand } from './commands';
import type { SyllablesOf } from './matcher';
import type { ListHit } from './views';

/** Thing to do with one lock, as declared: a command, a page about a lock, or a list of its records. */
export type Verb = {
  readonly key: string;
  readonly label: string;
  readonly icon: string | undefined;
  /** Names that find it, in lower case. */
  readonly names: readonly string[];
} & VerbTarget;

type VerbTarget =
  | { readonly kind: 'command'; readonly granted: GrantedCommand; readonly isGranted: boolean }
  | { readonly kind: 'page'; readonly route: MenuRoute; readonly forLock: LockAddress }
  | { readonly kind: 'list'; readonly list: ListHit };

const KINDS: readonly Verb['kind'][] = ['command', 'page', 'list'];

interface Reader {
  readonly translate: Translate;
  readonly locale: Locale;
  readonly granted: HasGrant;
  readonly syllablesOf?: SyllablesOf;
  /** Path of the operator's map; the other maps are left out. */
  readonly mapPath: string | undefined;
}

/** Returns the verbs of a lock's entity, in the order of their declarations. */
export const verbsOf = (
  declared: Pick<Console, 'entities'>,
  menus: MenuTree,
  lock: AnyEntity | undefined,
  reader: Reader,
): Verb[] => [
  ...(lock ? commandVerbs(lock, reader) : []),
  ...pageVerbs(menus, reader),
  ...listVerbs(declared, menus, reader),
];

const commandVerbs = (entity: AnyEntity, { locale, granted, syllablesOf }: Reader): Verb[] =>
  Object.entries(entity.commands as AnyEntity['commands'])
    .filter(([, { on }]) => on !== 'bulk')
    .map(([code, command]) => ({
      kind: 'command',
      key: `command ${code}`,
      label: textOf(command.label, locale),
      icon: command.icon,
      names: namesOf([...command.label, code], syllablesOf),
      granted: { entity, code, command },
      isGranted: granted(...commandRights(entity, code)),
    }));

const pageVerbs = (menus: MenuTree, { translate, mapPath, syllablesOf }: Reader): Verb[] =>
  menus.routes.flatMap((route): Verb[] => {
    const forLock = typeof route.page === 'function' ? route.page.forLock : undefined;
    if (!forLock || (isMap(route) && route.path !== mapPath)) return [];
    const label = pageTitle(translate, route);
    const names = namesOf([label, ...forLock.phrases.flat()], syllablesOf);
    return [
      { kind: 'page', key: `page ${route.code}`, label, icon: route.icon, names, route, forLock },
    ];
  });

const listVerbs = (
  { entities }: Pick<Console, 'entities'>,
  menus: MenuTree,
  { translate, locale, syllablesOf }: Reader,
): Verb[] =>
  visiblePages(menus).flatMap((route): Verb[] => {
    const entity = entities.find(({ name }) => name === route.page);
    if (!entity?.record || !entity.fields.sn) return [];
    const title = pageTitle(translate, route);
    const verb = (list: ListHit, label: string, texts: readonly string[]): Verb => {
      const names = namesOf(texts, syllablesOf);
      return { kind: 'list', key: `list ${list.key}`, label, icon: route.icon, names, list };
    };
    const views = Object.entries(entity.views as AnyEntity['views']).map(([code, view]) => {
      const { label, labelWithoutPeriod = label, synonyms = [] } = view;
      const list = { key: `${route.code} ${code}`, route, entity, code, view };
      const path = `${title} > ${textOf(labelWithoutPeriod, locale)}`;
      return verb(list, path, [...label, ...labelWithoutPeriod, ...synonyms.flat()]);
    });
    return [verb({ key: route.code, route, entity }, title, [title, ...entity.label]), ...views];
  });

const namesOf = (texts: readonly string[], syllablesOf?: SyllablesOf): string[] => {
  const spokenForms = syllablesOf
    ? texts.flatMap((text) => {
        const { syllables } = syllablesOf(text);
        return [syllables.join(''), syllables.map(([first]) => first).join('')];
      })
    : [];
  return [...new Set([...texts, ...spokenForms].map((text) => text.toLowerCase()))];
};

/** 0 if a name equals the phrase, 1 if it begins with it, 2 if it contains it; undefined otherwise. */
const rankOf = (phrase: string, names: readonly string[]): 0 | 1 | 2 | undefined => {
  // "alarms" is the plural of "alarm".
  const singular = phrase.replace(/(?<=\w{2})s$/, '');
  const isNamed = (test: (name: string, text: string) => boolean) =>
    names.some((name) => test(name, phrase) || test(name, singular));
  if (isNamed((name, text) => name === text)) return 0;
  if (isNamed((name, text) => name.startsWith(text))) return 1;
  return isNamed((name, text) => name.includes(text)) ? 2 : undefined;
};

/** Limit of the verbs offered without a phrase. */
const MAX_DEFAULTS = 4;
/** Commands among them. */
const DEFAULT_COMMANDS = 2;

/** Returns the verbs for a lock alone: playback, alarms and the first commands; with a time, no commands. */
const defaultVerbs = (verbs: readonly Verb[], isTimed: boolean): Verb[] => {
  const pages = verbs.filter((verb) => verb.kind === 'page' && !isMap(verb.route));
  const lists = verbs.filter((verb) => verb.kind === 'list' && !verb.list.view);
  if (isTimed) return [...pages, ...lists].slice(0, MAX_DEFAULTS);
  const alarms = lists.filter((verb) => verb.kind === 'list' && verb.list.entity.name === ALARMS);
  const commands = verbs.filter((verb) => verb.kind === 'command' && verb.isGranted);
  return [...pages, ...alarms, ...commands.slice(0, DEFAULT_COMMANDS)];
};

/**
 * Returns the verbs that a phrase names, the best first. If it is the exact name of a command, no other command or view
 * is offered, so that Enter never runs another one than the operator reads. By its exact name alone a command is offered
 * that the role lacks, and any command together with a time: it then says why it cannot be sent.
 * @param isTimed leaves out the map, which shows the present
 */
export const verbsFor = (phrase: string, verbs: readonly Verb[], isTimed: boolean): Verb[] => {
  if (phrase === '') return defaultVerbs(verbs, isTimed);
  const ranked = verbs.flatMap((verb) => {
    const rank = rankOf(phrase, verb.names);
    if (rank === undefined) return [];
    const isPresent = verb.kind === 'page' && isMap(verb.route);
    // "alarms" is part of the names of many views of alarms.
    const isVague = rank === 2 && verb.kind === 'list' && verb.list.view;
    return (isTimed && isPresent) || isVague ? [] : [{ verb, rank }];
  });
  const isExactCommand = ranked.some(({ verb, rank }) => verb.kind === 'command' && rank === 0);
  return ranked
    .filter(
      ({ verb, rank }) => rank === 0 || verb.kind !== 'command' || (verb.isGranted && !isTimed),
    )
    .filter(({ verb, rank }) => {
      const isBeside =
        verb.kind === 'command' || (verb.kind === 'list' && verb.list.view && !isTimed);
      return !(isExactCommand && isBeside && rank > 0);
    })
    .sort((a, b) => a.rank - b.rank || KINDS.indexOf(a.verb.kind) - KINDS.indexOf(b.verb.kind))
    .map(({ verb }) => verb);
};

/** True if a phrase begins the name of a verb, so that the query is about a lock even if none has its name. */
export const namesVerb = (phrase: string, verbs: readonly Verb[]): boolean =>
  verbs.some(({ names }) => (rankOf(phrase, names) ?? 2) < 2);
