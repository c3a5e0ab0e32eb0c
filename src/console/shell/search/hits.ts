import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { whyNot } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import type { LiveDevice } from '../../../domain/live';
import { useReaderLocale } from '../../../fields/views/reader';
import { useApp } from '../../app/AppContext';
import { type MenuRoute, menuTitles, useMenus } from '../../app/menus';
import { type Fleet, useGrants, useLive, useLiveState, useReaderContext } from '../../data';
import { hasPinyin } from '../../i18n';
import { type Action, useActions } from './actions';
import { type GrantedCommand, searchableCommands, useCommandTarget } from './commands';
import { type DoHit, useDoHits } from './doHits';
import { createMatcher, type MarkedText, type Match, type Matcher, markMatches } from './matcher';
import { searchablePages, useRecentPages } from './pages';
import { useRecentCommands, useRecentLocks } from './recent';
import { useSyllables } from './syllables';
import { looksLikeTime, parseTimePhrase, timeText } from './times';
import { type ListHit, listHitAddress, searchableRecords, searchableViews } from './views';

interface PageHit {
  readonly kind: 'page';
  readonly key: string;
  readonly address: string;
  readonly icon: string;
  readonly title: readonly MarkedText[];
  /** Matched code or phrase, if the title shows no match. */
  readonly code: MarkedText | undefined;
}

interface CommandHit {
  readonly kind: 'command';
  readonly key: string;
  readonly granted: GrantedCommand;
  readonly title: readonly MarkedText[];
}

interface ActionHit extends Action {
  readonly kind: 'action';
  readonly title: readonly MarkedText[];
  readonly code: MarkedText | undefined;
}

export interface DeviceHit {
  readonly kind: 'device';
  readonly key: string;
  readonly device: LiveDevice;
  readonly sn: MarkedText;
  readonly name: MarkedText;
  /** The chosen command cannot be sent to it now. */
  readonly blocked: boolean;
}

/** Search result with a unique key. */
export type Hit = DoHit | PageHit | CommandHit | ActionHit | DeviceHit;

export interface HitGroup {
  readonly name:
    | 'do'
    | 'recentLocks'
    | 'recent'
    | 'pages'
    | 'views'
    | 'actions'
    | 'commands'
    | 'devices'
    | 'locks';
  readonly hits: readonly Hit[];
  /** True if more matched than `hits` holds. */
  readonly isTruncated: boolean;
  /** True if the best hit contains the query literally. */
  readonly isExact: boolean;
}

interface SearchContext {
  /** Command that a lock is chosen for; null to search everything. */
  readonly command: GrantedCommand | null;
  /** True if the operator can open devices. */
  readonly withDevices: boolean;
  /** Returns a lock's URL on the map; undefined if there is no map. */
  readonly mapOf: ((sn: string) => string) | undefined;
}

/** Returns the results of a query in groups, the best first; recent locks, commands and pages without a query. */
export const useHitGroups = (
  query: string,
  { command, withDevices, mapOf }: SearchContext,
): HitGroup[] => {
  const matchers = useMatchers();
  const recent = useRecentGroups(withDevices);
  const isRefused = useIsRefused(command);
  const devices = useDeviceMatches(query, isRefused);
  const alone = devices.length === 1 && query.trim() !== '' ? devices[0] : undefined;
  const doing = useDoHits(command ? '' : query, command ? undefined : alone, mapOf);
  if (command) {
    return orderedGroups([groupOf('locks', deviceHits(devices, query, isRefused))]);
  }
  if (query.trim() === '') return orderedGroups(recent);
  if (doing?.isPending) return [];
  const things = [
    pageGroup(matchers.pages(query)),
    viewGroup(matchers.views(query)),
    actionGroup(matchers.actions(query)),
  ];
  const deviceGroup = groupOf('devices', withDevices ? deviceHits(devices, query) : []);
  if (!doing)
    return orderedGroups([...things, commandGroup(matchers.commands(query)), deviceGroup]);
  const lines = groupOf('do', doing.hits);
  const named = groupOf('devices', withDevices ? deviceHits(doing.devices, '') : []);
  const exactThings = things.filter((group) => group.isExact);
  return orderedGroups([...(alone ? [deviceGroup, lines] : [lines, named]), ...exactThings]);
};

const plain = (text: string): MarkedText => ({ text, marks: [] });

/** Returns the recent locks, the commands sent most, and the recent pages, each with its group. */
const useRecentGroups = (withDevices: boolean): HitGroup[] => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const locks = useRecentLocks();
  const commands = useRecentCommands().map((granted) =>
    commandHit(granted, [plain(textOf(granted.command.label, locale))]),
  );
  const pages = useRecentPages().map((route) =>
    pageHit(route, menuTitles(translate, route).map(plain), undefined),
  );
  return [
    groupOf('recentLocks', withDevices ? deviceHits(locks, '') : []),
    groupOf('commands', commands),
    groupOf('recent', pages),
  ];
};

const MAX_DEVICES = 8;

/** Limits per group, as many as fit a screen: with more hits, typing on helps and scrolling does not. */
const MAX_HITS: { readonly [name in HitGroup['name']]?: number } = {
  pages: 20,
  views: 6,
  actions: 6,
  commands: 6,
  devices: MAX_DEVICES,
  locks: MAX_DEVICES,
};

export const groupOf = (name: HitGroup['name'], hits: readonly Hit[], isExact = true): HitGroup => {
  const max = MAX_HITS[name] ?? hits.length;
  return { name, hits: hits.slice(0, max), isTruncated: hits.length > max, isExact };
};

const hasExactMatch = (matches: readonly Pick<Match<unknown>, 'kind'>[]) =>
  matches.some(({ kind }) => kind !== 'like');

const pageHit = (route: MenuRoute, title: PageHit['title'], code: PageHit['code']): PageHit => ({
  kind: 'page',
  key: `page ${route.code}`,
  address: route.path,
  icon: route.icon,
  title,
  code,
});

const commandHit = (granted: GrantedCommand, title: CommandHit['title']): CommandHit => ({
  kind: 'command',
  key: `command ${granted.entity.name} ${granted.code}`,
  granted,
  title,
});

export const pageGroup = (matches: readonly Match<MenuRoute>[]): HitGroup => {
  const hits = matches.map(({ item, title, code }) => pageHit(item, title, code));
  return groupOf('pages', hits, hasExactMatch(matches));
};

/** Match of a list, with the address of its view; a time in the query is a step of its title. */
interface ViewMatch extends Pick<Match<unknown>, 'title' | 'code' | 'kind'> {
  readonly item: ListHit;
  readonly address: string;
}

const viewGroup = (matches: readonly ViewMatch[]): HitGroup => {
  const hits = matches.map(({ item, address, title, code }) => ({
    ...pageHit(item.route, title, code),
    key: `view ${item.key} ${address}`,
    address,
  }));
  return groupOf('views', hits, hasExactMatch(matches));
};

/**
 * Returns the lists that a query names: views by their names and phrases and, with a time in the query ("unsealed
 * yesterday"), lists of records at that time.
 */
export const matchViews = (
  query: string,
  matchers: {
    readonly views: Matcher<ListHit>;
    readonly timed: Matcher<ListHit>;
    readonly records: Matcher<ListHit>;
  },
  locale: Locale,
): ViewMatch[] => {
  const viewMatches = matchers.views(query).flatMap(({ item, ...match }): ViewMatch[] => {
    const address = listHitAddress(item);
    return address === undefined ? [] : [{ ...match, item, address }];
  });
  const timed = parseTimePhrase(query);
  if (!timed?.time || timed.rest === '') return viewMatches;
  const { time } = timed;
  const rest = timed.rest
    .split(' ')
    .filter((word) => !looksLikeTime(word))
    .join(' ');
  const at = { text: timeText(time, locale), marks: [] };
  // "alarms" should find their list before its parts, such as "Alarm record".
  const recordMatches = [...matchers.records(rest.replace(/s$/, '')), ...matchers.timed(rest)];
  const exact = recordMatches.filter(({ kind }) => kind !== 'like');
  const timedMatches = (exact.length > 0 ? exact : recordMatches).flatMap(
    ({ item, title, ...match }): ViewMatch[] => {
      const address = listHitAddress(item, time);
      return address === undefined ? [] : [{ ...match, item, address, title: [...title, at] }];
    },
  );
  return timedMatches.length > 0
    ? [...viewMatches.filter(({ kind }) => kind === 'typed'), ...timedMatches]
    : viewMatches;
};

/** Without those that only resemble the query: an action takes effect at once. */
const actionGroup = (matches: readonly Match<Action>[]): HitGroup => {
  const hits = matches
    .filter(({ kind }) => kind !== 'like')
    .map(
      ({ item, title, code }): ActionHit => ({
        ...item,
        kind: 'action',
        key: `action ${item.key}`,
        title,
        code,
      }),
    );
  return groupOf('actions', hits);
};

const commandGroup = (matches: readonly Match<GrantedCommand>[]): HitGroup => {
  const hits = matches.map(({ item, title }) => commandHit(item, title));
  return groupOf('commands', hits, hasExactMatch(matches));
};

/**
 * Orders the groups that are not empty, exact ones first: an SN comes before pages that it resembles. Leaves out
 * commands that only resemble the query if another group is exact.
 */
export const orderedGroups = (groups: readonly HitGroup[]): HitGroup[] => {
  const filled = groups.filter(({ hits }) => hits.length > 0);
  const exactGroups = filled.filter((group) => group.isExact);
  const similarGroups = filled.filter((group) => !group.isExact);
  return [
    ...exactGroups,
    ...similarGroups.filter(({ name }) => exactGroups.length === 0 || name !== 'commands'),
  ];
};

/** Returns matchers of pages, lists and commands, rebuilt when the language, pinyin or rights change. */
const useMatchers = () => {
  const { declared } = useApp();
  const menus = useMenus();
  const granted = useGrants();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const syllablesOf = useSyllables();
  const targetOf = useCommandTarget();
  const pages = useMemo(
    () => createMatcher(searchablePages(menus, translate, hasPinyin[locale]), syllablesOf),
    [menus, translate, locale, syllablesOf],
  );
  const views = useMemo(() => {
    const matchers = {
      views: createMatcher(searchableViews(declared, menus, { translate, locale }), syllablesOf),
      timed: createMatcher(
        searchableViews(declared, menus, { translate, locale, timed: true }),
        syllablesOf,
      ),
      records: createMatcher(searchableRecords(declared, menus, translate), syllablesOf),
    };
    return (query: string) => matchViews(query, matchers, locale);
  }, [declared, menus, translate, locale, syllablesOf]);
  const commands = useMemo(() => {
    const all = searchableCommands(declared, granted, locale);
    return createMatcher(
      all.filter(({ item }) => targetOf(item) !== undefined),
      syllablesOf,
    );
  }, [declared, granted, locale, syllablesOf, targetOf]);
  const actionsHere = useActions();
  const actions = (query: string) => createMatcher(actionsHere, syllablesOf)(query);
  return { pages, views, actions, commands };
};

/** True if the command that a device is chosen for cannot be sent to it now. */
type IsRefused = (device: LiveDevice) => boolean;

/** Returns that function for a command; undefined without one. */
const useIsRefused = (command: GrantedCommand | null): IsRefused | undefined => {
  const reader = useReaderContext();
  return useMemo(() => {
    if (!command) return undefined;
    const { entity, code } = command;
    const context = { ...reader, isPartialRecord: true };
    return (device) => whyNot(entity, { command: code }, { ...device }, context) !== undefined;
  }, [command, reader]);
};

/**
 * Returns devices of live data by part of their SN or name, one more than are shown; without a query, the one selected
 * on the map.
 */
const useDeviceMatches = (query: string, isRefused?: IsRefused): readonly LiveDevice[] => {
  const live = useLive();
  const { lastAnswer } = useLiveState();
  const [address] = useSearchParams();
  const selectedSn = address.get('sn');
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer devices may have changed
  return useMemo(() => {
    if (query.trim() !== '') {
      return findDevices(live.fleet, query, MAX_DEVICES + 1, isRefused);
    }
    const device = selectedSn === null ? undefined : live.fleet.get(selectedSn);
    return device ? [device] : [];
  }, [live, query, isRefused, selectedSn, lastAnswer]);
};

/** Limit of devices whose ability to take a command is checked. */
const MAX_CHECKED = 1_000;

/**
 * Returns at most `limit` devices by part of their SN or name, the best first. Refused devices come last, except one
 * whose full SN was typed.
 */
export const findDevices = (
  fleet: Fleet,
  query: string,
  limit: number,
  isRefused?: IsRefused,
): LiveDevice[] => {
  const { rows } = fleet.search(query, isRefused ? MAX_CHECKED : limit);
  const deviceOf = (row: number) => fleet.at(row) ?? [];
  if (!isRefused) return rows.flatMap(deviceOf);
  const isNamed = ({ sn }: LiveDevice) => sn.toLowerCase() === query.trim().toLowerCase();
  const able: LiveDevice[] = [];
  for (const row of rows) {
    if (able.length === limit) break;
    const device = fleet.at(row);
    if (device && !isRefused(device)) able.push(device);
  }
  const best = rows.slice(0, limit).flatMap(deviceOf);
  return [...new Set([...best.filter(isNamed), ...able, ...best])].slice(0, limit);
};

export const deviceHits = (
  devices: readonly LiveDevice[],
  query: string,
  isRefused: IsRefused = () => false,
): DeviceHit[] => {
  const term = query.trim().toLowerCase();
  const marked = (text: string) => ({ text, marks: markMatches(text, term) });
  return devices.map((device) => ({
    kind: 'device',
    key: `device ${device.sn}`,
    device,
    sn: marked(device.sn),
    name: marked(device.device_name ?? ''),
    blocked: isRefused(device),
  }));
};
