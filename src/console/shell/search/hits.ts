import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type AnyEntity, type Command, type Console, unmetConditions } from '../../../config';
import { choiceLabel, type Locale, textOf } from '../../../domain/label';
import type { LiveDevice } from '../../../domain/live';
import { periods } from '../../../domain/period';
import { useReaderLocale } from '../../../fields/reader';
import {
  type Fleet,
  type HasGrant,
  readableEntities,
  useAccess,
  useGrants,
  useLive,
  useLiveState,
} from '../../data';
import { hasPinyin } from '../../i18n';
import { commandRights } from '../../operations';
import { type MenuRoute, menuTitles, useListAddress, useMenus } from '../menus';
import { useApp } from '../ShellContext';
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
  /** The code it was found by, where its title does not show why. */
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
  /** The phrase it was found by, where its title does not show why. */
  readonly code: MarkedText | undefined;
}

export interface DeviceHit {
  readonly kind: 'device';
  readonly key: string;
  readonly device: LiveDevice;
  readonly sn: MarkedText;
  readonly name: MarkedText;
  /** The command that is asked about cannot be sent to it now. */
  readonly blocked: boolean;
}

/** Something that can be chosen; its key is unlike that of any other hit. */
export type Hit = PageHit | ViewHit | CommandHit | DeviceHit;

export interface HitGroup {
  readonly name: 'recent' | 'pages' | 'views' | 'commands' | 'devices' | 'locks';
  readonly hits: readonly Hit[];
  /** There are more than these. */
  readonly cut: boolean;
  /** Whether its best hit has what was typed, and not only something like it. */
  readonly sure: boolean;
}

/** A command that somebody may send, and whose records take it. */
export interface GrantedCommand {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly command: Command;
}

/**
 * What a query finds, in groups, the best first. Without a query these are the pages opened lately.
 * @param command the command that a lock is looked for, null to look for everything
 * @param withDevices whether a device that was found can be looked at
 */
export const useHitGroups = (
  query: string,
  command: GrantedCommand | null,
  withDevices: boolean,
): HitGroup[] => {
  const finders = useFinders();
  const recent = useRecentGroup();
  const devices = useFoundDevices(query, command?.command);
  if (command) {
    return orderedGroups([deviceGroup('locks', deviceHits(devices, query, command.command))]);
  }
  if (query.trim() === '') return orderedGroups([recent]);
  return orderedGroups([
    pageGroup(finders.pages(query)),
    viewGroup(finders.views(query)),
    commandGroup(finders.commands(query)),
    deviceGroup('devices', withDevices ? deviceHits(devices, query) : []),
  ]);
};

/** The pages opened lately, each with the group it stands in. */
const useRecentGroup = (): HitGroup => {
  const translate = useTranslate();
  const plain = (text: string) => ({ text, marks: [] });
  const hits = useRecentPages().map((route) => {
    const title = menuTitles(translate, route).map(plain);
    return { kind: 'page' as const, key: `page ${route.code}`, route, title, code: undefined };
  });
  return { name: 'recent', hits, cut: false, sure: true };
};

/** As many as a screen has room for: more are a reason to type on, not to scroll. */
const SHOWN = { pages: 20, views: 6, commands: 6, devices: 8 } as const;

const isSure = (found: readonly Match<unknown>[]) => found.some(({ how }) => how !== 'like');

export const pageGroup = (found: readonly Match<MenuRoute>[]): HitGroup => ({
  name: 'pages',
  hits: found.slice(0, SHOWN.pages).map(({ item, title, code }) => ({
    kind: 'page',
    key: `page ${item.code}`,
    route: item,
    title,
    code,
  })),
  cut: found.length > SHOWN.pages,
  sure: isSure(found),
});

/** A list that was found, and what of it; the time is a step of its title. */
interface FoundView extends Pick<Match<unknown>, 'title' | 'code' | 'how'> {
  readonly item: ListHit;
  readonly address: string;
}

const viewGroup = (found: readonly FoundView[]): HitGroup => ({
  name: 'views',
  hits: found.slice(0, SHOWN.views).map(({ item, title, code, address }) => ({
    kind: 'view',
    key: `view ${item.key} ${address}`,
    address,
    icon: item.route.icon,
    title,
    code,
  })),
  cut: found.length > SHOWN.views,
  sure: isSure(found),
});

/**
 * The lists that a query names: views by their names and phrases, and with a time in it ("unsealed yesterday") those of
 * records at that time.
 */
export const matchViews = (
  query: string,
  finders: {
    readonly views: Matcher<ListHit>;
    readonly timed: Matcher<ListHit>;
    readonly records: Matcher<ListHit>;
  },
  locale: Locale,
): FoundView[] => {
  const whole = finders.views(query).flatMap(({ item, ...found }): FoundView[] => {
    const address = listHitAddress(item);
    return address === undefined ? [] : [{ ...found, item, address }];
  });
  const timed = parseTimePhrase(query);
  if (!timed || timed.rest === '') return whole;
  const { time, rest } = timed;
  const label = choiceLabel(periods, time.name);
  const at = { text: label ? textOf(label, locale) : '', marks: [] };
  // Who says "alarms" means the list of them before its parts: "Alarm record".
  const named = [...finders.records(rest.replace(/s$/, '')), ...finders.timed(rest)];
  const sure = named.filter(({ how }) => how !== 'like');
  const then = (sure.length > 0 ? sure : named).flatMap(
    ({ item, title, ...found }): FoundView[] => {
      const address = listHitAddress(item, time);
      return address === undefined ? [] : [{ ...found, item, address, title: [...title, at] }];
    },
  );
  return then.length > 0 ? [...whole.filter(({ how }) => how === 'typed'), ...then] : whole;
};

const commandGroup = (found: readonly Match<GrantedCommand>[]): HitGroup => ({
  name: 'commands',
  hits: found.slice(0, SHOWN.commands).map(({ item, title }) => ({
    kind: 'command',
    key: `command ${item.entity.name} ${item.code}`,
    granted: item,
    title,
  })),
  cut: found.length > SHOWN.commands,
  sure: isSure(found),
});

/** @param name `locks` where one is chosen for a command */
export const deviceGroup = (name: 'devices' | 'locks', found: readonly DeviceHit[]): HitGroup => ({
  name,
  hits: found.slice(0, SHOWN.devices),
  cut: found.length > SHOWN.devices,
  sure: true,
});

/**
 * Groups that have something, those that are sure of it first: an SN comes before pages that it resembles. Commands
 * that are only like the query are left out when anything else is sure.
 */
export const orderedGroups = (groups: readonly HitGroup[]): HitGroup[] => {
  const filled = groups.filter(({ hits }) => hits.length > 0);
  const sure = filled.filter((group) => group.sure);
  const unsure = filled.filter((group) => !group.sure);
  return [...sure, ...unsure.filter(({ name }) => sure.length === 0 || name !== 'commands')];
};

interface Finders {
  readonly pages: Matcher<MenuRoute>;
  readonly views: (query: string) => FoundView[];
  readonly commands: Matcher<GrantedCommand>;
}

/** The searches over pages, lists and commands, made anew with another language, pinyin or rights. */
const useFinders = (): Finders => {
  const { declared } = useApp();
  const menus = useMenus();
  const granted = useGrants();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const syllablesOf = useSyllables();
  const wayOf = useCommandTarget();
  const pages = useMemo(
    () => createMatcher(searchablePages(menus, translate, hasPinyin[locale]), syllablesOf),
    [menus, translate, locale, syllablesOf],
  );
  const views = useMemo(() => {
    const made = {
      views: createMatcher(searchableViews(declared, menus, { translate, locale }), syllablesOf),
      timed: createMatcher(
        searchableViews(declared, menus, { translate, locale, timed: true }),
        syllablesOf,
      ),
      records: createMatcher(searchableRecords(declared, menus, translate), syllablesOf),
    };
    return (query: string) => matchViews(query, made, locale);
  }, [declared, menus, translate, locale, syllablesOf]);
  const commands = useMemo(() => {
    const all = searchableCommands(declared, granted, locale);
    return createMatcher(
      all.filter(({ item }) => wayOf(item) !== undefined),
      syllablesOf,
    );
  }, [declared, granted, locale, syllablesOf, wayOf]);
  return { pages, views, commands };
};

/** The pinyin of titles, once it is there; nothing in another language or when it is switched off in the settings. */
const useSyllables = (): SyllablesOf | undefined => {
  const locale = useReaderLocale();
  const [switchedOn] = useStore('settings.pinyin', true);
  const wanted = hasPinyin[locale] && switchedOn;
  const [syllablesOf, setSyllablesOf] = useState<SyllablesOf>();
  useEffect(() => {
    // Without it the search goes on by titles and codes.
    if (wanted) loadSyllables().then((loaded) => setSyllablesOf(() => loaded), reportError);
  }, [wanted]);
  return wanted ? syllablesOf : undefined;
};

/** The granted commands of all entities, found by label and by code. */
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

/** The entity whose records live data brings. */
export const DEVICE = 'device';

/** How a chosen command goes on: with the choice of a lock here, or in the list of its entity. */
type CommandWay = { readonly ask: 'lock' } | { readonly list: string };

/** A function that says how a command goes on; undefined where it cannot. */
export const useCommandTarget = (): ((granted: GrantedCommand) => CommandWay | undefined) => {
  const { declared } = useApp();
  const access = useAccess();
  const addressOf = useListAddress();
  return useCallback(
    ({ entity, command }) => {
      const isForOne = command.on !== 'bulk';
      if (isForOne && entity.name === DEVICE && readableEntities(access, declared).has(DEVICE)) {
        return { ask: 'lock' };
      }
      const list = addressOf(entity.name);
      return list === undefined ? undefined : { list };
    },
    [declared, access, addressOf],
  );
};

/**
 * Devices by part of their SN or name, as live data has them, one more than are shown; without a query the one chosen
 * on the map. @param command what is to be sent to one of them
 */
const useFoundDevices = (query: string, command?: Command): readonly LiveDevice[] => {
  const live = useLive();
  const { lastAnswer } = useLiveState();
  const [address] = useSearchParams();
  const chosen = address.get('sn');
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer devices may have changed
  return useMemo(() => {
    if (query.trim() !== '') {
      return findDevices(live.fleet, query, SHOWN.devices + 1, command);
    }
    const device = chosen === null ? undefined : live.fleet.get(chosen);
    return device ? [device] : [];
  }, [live, query, command, chosen, lastAnswer]);
};

/** Devices that are looked at for whether they can take a command, at the most. */
const MOST_JUDGED = 1_000;

/** A field that live data does not carry is left to the server: it decides by the same rule. */
const isBlocked = (command: Command | undefined, device: LiveDevice): boolean =>
  unmetConditions(command?.when, { ...device }).some((field) => field in device);

/**
 * Devices by part of their SN or name, the best first and at most `limit`. Where one is looked for to send it a
 * command, those that cannot take it now come last; the one whose SN was typed is the first in any case.
 */
export const findDevices = (
  fleet: Fleet,
  query: string,
  limit: number,
  command?: Command,
): LiveDevice[] => {
  const { rows } = fleet.search(query, command ? MOST_JUDGED : limit);
  const deviceOf = (row: number) => fleet.at(row) ?? [];
  if (!command) return rows.flatMap(deviceOf);
  const isNamed = ({ sn }: LiveDevice) => sn.toLowerCase() === query.trim().toLowerCase();
  const able: LiveDevice[] = [];
  for (const row of rows) {
    if (able.length === limit) break;
    const device = fleet.at(row);
    if (device && !isBlocked(command, device)) able.push(device);
  }
  const best = rows.slice(0, limit).flatMap(deviceOf);
  return [...new Set([...best.filter(isNamed), ...able, ...best])].slice(0, limit);
};

/** Devices as they are shown for a query. @param command what is to be sent to one of them */
export const deviceHits = (
  devices: readonly LiveDevice[],
  query: string,
  command?: Command,
): DeviceHit[] => {
  const term = query.trim().toLowerCase();
  const marked = (text: string) => ({ text, marks: markMatches(text, term) });
  return devices.map((device) => ({
    kind: 'device',
    key: `device ${device.sn}`,
    device,
    sn: marked(device.sn),
    name: marked(device.device_name ?? ''),
    blocked: isBlocked(command, device),
  }));
};
