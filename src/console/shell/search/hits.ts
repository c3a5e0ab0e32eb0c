import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { whyNot } from '../../../config';
import { choiceLabel, type Locale, textOf } from '../../../domain/label';
import type { LiveDevice } from '../../../domain/live';
import { periods } from '../../../domain/period';
import { useReaderLocale } from '../../../fields/views/reader';
import { useApp } from '../../app/AppContext';
import { type MenuRoute, menuTitles, useMenus } from '../../app/menus';
import { type Fleet, useGrants, useLive, useLiveState, useReaderContext } from '../../data';
import { hasPinyin } from '../../i18n';
import { type GrantedCommand, searchableCommands, useCommandTarget } from './commands';
import { type DoHit, useDoHits } from './doHits';
import { createMatcher, type MarkedText, type Match, type Matcher, markMatches } from './matcher';
import { searchablePages, useRecentPages } from './pages';
import { useRecentCommands, useRecentLocks } from './recent';
import { useSyllables } from './syllables';
import {
  type ListHit,
  listHitAddress,
  parseTimePhrase,
  searchableRecords,
  searchableViews,
} from './views';

interface PageHit {
  readonly kind: 'page';
  readonly key: string;
  readonly route: MenuRoute;
  readonly title: readonly MarkedText[];
  /** Matched code, if the title shows no match. */
  readonly code: MarkedText | undefined;
}

interface CommandHit {
  readonly kind: 'command';
  readonly key: string;
  readonly granted: GrantedCommand;
  readonly title: readonly MarkedText[];
}

interface ViewHit {
  readonly kind: 'view';
  readonly key: string;
  readonly address: string;
  readonly icon: string;
  readonly title: readonly MarkedText[];
  /** Matched phrase, if the title shows no match. */
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
export type Hit = DoHit | PageHit | ViewHit | CommandHit | DeviceHit;

export interface HitGroup {
  readonly name:
    | 'do'
    | 'recentLocks'
    | 'recent'
    | 'pages'
    | 'views'
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
    return orderedGroups([deviceGroup('locks', deviceHits(devices, query, isRefused))]);
  }
  if (query.trim() === '') return orderedGroups(recent);
  if (doing?.isPending) return [];
  const things = [pageGroup(matchers.pages(query)), viewGroup(matchers.views(query))];
  const deviceGroups = deviceGroup('devices', withDevices ? deviceHits(devices, query) : []);
  if (!doing)
    return orderedGroups([...things, commandGroup(matchers.commands(query)), deviceGroups]);
  const lines = doGroup(doing.hits);
  const named = deviceGroup('devices', withDevices ? deviceHits(doing.devices, '') : []);
  const exactThings = things.filter((group) => group.isExact);
  return alone
    ? orderedGroups([deviceGroups, lines, ...exactThings])
    : orderedGroups([lines, named, ...exactThings]);
};

const doGroup = (hits: readonly DoHit[]): HitGroup => ({
  name: 'do',
  hits,
  isTruncated: false,
  isExact: true,
});

const plain = (text: string): MarkedText => ({ text, marks: [] });

/** Returns the recent locks, the commands sent most, and the recent pages, each with its group. */
const useRecentGroups = (withDevices: boolean): HitGroup[] => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const locks = useRecentLocks();
  const commands = useRecentCommands().map(
    ({ entity, code, command }): CommandHit => ({
      kind: 'command',
      key: `command ${entity.name} ${code}`,
      granted: { entity, code, command },
      title: [plain(textOf(command.label, locale))],
    }),
  );
  const pages = useRecentPages().map((route): PageHit => {
    const title = menuTitles(translate, route).map(plain);
    return { kind: 'page', key: `page ${route.code}`, route, title, code: undefined };
  });
  const group = (name: HitGroup['name'], hits: readonly Hit[]): HitGroup => ({
    name,
    hits,
    isTruncated: false,
    isExact: true,
  });
  return [
    group('recentLocks', withDevices ? deviceHits(locks, '') : []),
    group('commands', commands),
    group('recent', pages),
  ];
};

/** Limits per group, as many as fit a screen: with more hits, typing on helps and scrolling does not. */
const MAX_HITS = { pages: 20, views: 6, commands: 6, devices: 8 } as const;

const hasExactMatch = (matches: readonly Match<unknown>[]) =>
  matches.some(({ kind }) => kind !== 'like');

export const pageGroup = (matches: readonly Match<MenuRoute>[]): HitGroup => ({
  name: 'pages',
  hits: matches.slice(0, MAX_HITS.pages).map(({ item, title, code }) => ({
    kind: 'page',
    key: `page ${item.code}`,
    route: item,
    title,
    code,
  })),
  isTruncated: matches.length > MAX_HITS.pages,
  isExact: hasExactMatch(matches),
});

/** Match of a list, with the address of its view; a time in the query is a step of its title. */
interface ViewMatch extends Pick<Match<unknown>, 'title' | 'code' | 'kind'> {
  readonly item: ListHit;
  readonly address: string;
}

const viewGroup = (matches: readonly ViewMatch[]): HitGroup => ({
  name: 'views',
  hits: matches.slice(0, MAX_HITS.views).map(({ item, title, code, address }) => ({
    kind: 'view',
    key: `view ${item.key} ${address}`,
    address,
    icon: item.route.icon,
    title,
    code,
  })),
  isTruncated: matches.length > MAX_HITS.views,
  isExact: hasExactMatch(matches),
});

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
  if (!timed || timed.rest === '') return viewMatches;
  const { time, rest } = timed;
  const label = choiceLabel(periods, time.name);
  const at = { text: label ? textOf(label, locale) : '', marks: [] };
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

const commandGroup = (matches: readonly Match<GrantedCommand>[]): HitGroup => ({
  name: 'commands',
  hits: matches.slice(0, MAX_HITS.commands).map(({ item, title }) => ({
    kind: 'command',
    key: `command ${item.entity.name} ${item.code}`,
    granted: item,
    title,
  })),
  isTruncated: matches.length > MAX_HITS.commands,
  isExact: hasExactMatch(matches),
});

/** @param name `locks` while a lock is chosen for a command */
export const deviceGroup = (
  name: 'devices' | 'locks',
  matches: readonly DeviceHit[],
): HitGroup => ({
  name,
  hits: matches.slice(0, MAX_HITS.devices),
  isTruncated: matches.length > MAX_HITS.devices,
  isExact: true,
});

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

interface Matchers {
  readonly pages: Matcher<MenuRoute>;
  readonly views: (query: string) => ViewMatch[];
  readonly commands: Matcher<GrantedCommand>;
}

/** Returns matchers of pages, lists and commands, rebuilt when the language, pinyin or rights change. */
const useMatchers = (): Matchers => {
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
  return { pages, views, commands };
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
      return findDevices(live.fleet, query, MAX_HITS.devices + 1, isRefused);
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

/** Converts devices to hits of a query. */
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
