import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type AnyEntity, type Command, type Console, whyNot } from '../../../config';
import { choiceLabel, type Locale, textOf } from '../../../domain/label';
import type { LiveDevice } from '../../../domain/live';
import { periods } from '../../../domain/period';
import { useReaderLocale } from '../../../fields/views/reader';
import { useApp } from '../../app/AppContext';
import { type MenuRoute, menuTitles, useListAddress, useMenus } from '../../app/menus';
import {
  type Fleet,
  type HasGrant,
  useCanRead,
  useGrants,
  useLive,
  useLiveState,
  useReaderContext,
} from '../../data';
import { hasPinyin } from '../../i18n';
import { commandRights } from '../../operations';
import {
  createMatcher,
  loadSyllables,
  type MarkedText,
  type Match,
  type Matcher,
  markMatches,
  type Searchable,
  type SyllablesOf,
} from './matcher';
import { searchablePages, useRecentPages } from './pages';
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
export type Hit = PageHit | ViewHit | CommandHit | DeviceHit;

export interface HitGroup {
  readonly name: 'recent' | 'pages' | 'views' | 'commands' | 'devices' | 'locks';
  readonly hits: readonly Hit[];
  /** True if more matched than `hits` holds. */
  readonly isTruncated: boolean;
  /** True if the best hit contains the query literally. */
  readonly isExact: boolean;
}

/** Command that the operator may send, with its entity. */
export interface GrantedCommand {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly command: Command;
}

/**
 * Returns the results of a query in groups, the best first; the recent pages without a query.
 * @param command command that a lock is chosen for; null to search everything
 * @param withDevices true if the operator can open devices
 */
export const useHitGroups = (
  query: string,
  command: GrantedCommand | null,
  withDevices: boolean,
): HitGroup[] => {
  const matchers = useMatchers();
  const recent = useRecentGroup();
  const isRefused = useIsRefused(command);
  const devices = useDeviceMatches(query, isRefused);
  if (command) {
    return orderedGroups([deviceGroup('locks', deviceHits(devices, query, isRefused))]);
  }
  if (query.trim() === '') return orderedGroups([recent]);
  return orderedGroups([
    pageGroup(matchers.pages(query)),
    viewGroup(matchers.views(query)),
    commandGroup(matchers.commands(query)),
    deviceGroup('devices', withDevices ? deviceHits(devices, query) : []),
  ]);
};

/** Returns the recent pages, each with its group. */
const useRecentGroup = (): HitGroup => {
  const translate = useTranslate();
  const plain = (text: string) => ({ text, marks: [] });
  const hits = useRecentPages().map((route) => {
    const title = menuTitles(translate, route).map(plain);
    return { kind: 'page' as const, key: `page ${route.code}`, route, title, code: undefined };
  });
  return { name: 'recent', hits, isTruncated: false, isExact: true };
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

/** Returns the pinyin of titles once it is loaded; undefined in other languages or if the setting is off. */
const useSyllables = (): SyllablesOf | undefined => {
  const locale = useReaderLocale();
  const [switchedOn] = useStore('settings.pinyin', true);
  const isEnabled = hasPinyin[locale] && switchedOn;
  const [syllablesOf, setSyllablesOf] = useState<SyllablesOf>();
  useEffect(() => {
    // On a failure, the search continues with titles and codes.
    if (isEnabled)
      loadSyllables().then((syllables) => setSyllablesOf(() => syllables), reportError);
  }, [isEnabled]);
  return isEnabled ? syllablesOf : undefined;
};

/** Returns the granted commands of all entities, searchable by label and code. */
export const searchableCommands = (
  { entities }: Pick<Console, 'entities'>,
  granted: HasGrant,
  locale: Locale,
): Searchable<GrantedCommand>[] =>
  entities.flatMap((entity) =>
    Object.entries(entity.commands as AnyEntity['commands'])
      .filter(([code]) => granted(...commandRights(entity, code)))
      .map(([code, command]) => ({
        item: { entity, code, command },
        title: [textOf(command.label, locale)],
        codes: [`/${code}`],
      })),
  );

/** Entity whose records live data contains. */
export const DEVICE = 'device';

/** Next step of a chosen command: the choice of a lock in this dialog, or the list of its entity. */
type CommandTarget = { readonly ask: 'lock' } | { readonly list: string };

/** Returns a function from a command to its next step, or undefined if it has none. */
export const useCommandTarget = (): ((granted: GrantedCommand) => CommandTarget | undefined) => {
  const canReadDevices = useCanRead(DEVICE);
  const addressOf = useListAddress();
  return useCallback(
    ({ entity, command }) => {
      const isForOne = command.on !== 'bulk';
      if (isForOne && entity.name === DEVICE && canReadDevices) {
        return { ask: 'lock' };
      }
      const list = addressOf(entity.name);
      return list === undefined ? undefined : { list };
    },
    [canReadDevices, addressOf],
  );
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
