import type { AnyEntity, Console, PresetView } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import type { Period } from '../../../domain/period';
import { periodName, rangeNames } from '../../../fields';
import {
  listSearch,
  type MenuRoute,
  type MenuTree,
  menuTitles,
  visiblePages,
} from '../../app/menus';
import type { Translate } from '../../i18n';
import type { Searchable } from './matcher';

/** List of a menu, as a whole or with a preset view. */
export interface ListHit {
  readonly key: string;
  readonly route: MenuRoute;
  readonly entity: AnyEntity;
  /** Code of the view; undefined for the whole list. */
  readonly code?: string;
  readonly view?: PresetView;
}

const entityOf = ({ entities }: Pick<Console, 'entities'>, { page }: MenuRoute) =>
  entities.find(({ name }) => name === page);

/**
 * Returns the views of all lists in the menu. They are found by their name in the reader's language, and by their
 * synonyms in any language, such as the terms of the lock's manufacturer.
 * @param timed leaves the period out of the names, to search with another one
 */
export const searchableViews = (
  declared: Pick<Console, 'entities'>,
  menus: MenuTree,
  {
    translate,
    locale,
    timed = false,
  }: { readonly translate: Translate; readonly locale: Locale; readonly timed?: boolean },
): Searchable<ListHit>[] =>
  visiblePages(menus).flatMap((route) => {
    const entity = entityOf(declared, route);
    if (!entity) return [];
    return Object.entries(entity.views as AnyEntity['views']).map(([code, view]) => ({
      item: { key: `${route.code} ${code}`, route, entity, code, view },
      title: [
        ...menuTitles(translate, route).slice(-1),
        textOf((timed ? view.labelWithoutPeriod : undefined) ?? view.label, locale),
      ],
      codes: [...new Set([...view.label, ...(view.synonyms ?? []).flat()])],
    }));
  });

/** Returns the lists of records by time, which a query can combine with a time. */
export const searchableRecords = (
  declared: Pick<Console, 'entities'>,
  menus: MenuTree,
  translate: Translate,
): Searchable<ListHit>[] =>
  visiblePages(menus).flatMap((route) => {
    const entity = entityOf(declared, route);
    const title = menuTitles(translate, route).slice(-1);
    return entity?.record ? [{ item: { key: route.code, route, entity }, title, codes: [] }] : [];
  });

/**
 * Phrases for the periods that lists accept, in any language. Ordered so that longer phrases come first: "last 24 hours"
 * contains "24 hours".
 */
const PHRASES: readonly (readonly [Period, ...string[]])[] = [
  ['today', "today's", 'today', '今天的', '今天', '今日'],
  ['yesterday', "yesterday's", 'yesterday', '昨天的', '昨天', '昨日'],
  ['shift', 'this shift', 'my shift', '本班次', '本班', '当班'],
  ['24h', 'last 24 hours', 'past 24 hours', '24 hours', '24h'],
  ['24h', '最近24小时', '近24小时', '24小时'],
  ['thisWeek', "this week's", 'this week', '本周的', '本周', '这周', '本星期', '这个星期'],
  ['lastWeek', "last week's", 'last week', 'previous week', '上周的', '上周', '上星期', '上个星期'],
  ['thisMonth', "this month's", 'this month', '本月的', '本月', '这个月'],
  ['lastMonth', "last month's", 'last month', 'previous month', '上个月的', '上个月', '上月'],
  ['7d', 'last 7 days', 'past 7 days', 'past week', '7 days'],
  ['7d', '最近7天', '近7天', '7天', '最近一周', '近一周'],
  ['30d', 'last 30 days', 'past 30 days', 'past month', '30 days'],
  ['30d', '最近30天', '近30天', '30天', '最近一个月', '近一个月'],
];

/** Splits a query in any language into a time and the rest; undefined without a time. */
export const parseTimePhrase = (query: string): { time: Period; rest: string } | undefined => {
  const text = query.trim().toLowerCase().replaceAll('’', "'");
  for (const [time, ...words] of PHRASES) {
    for (const word of words) {
      const at = text.indexOf(word);
      // Match whole words: "30 days" may end in no longer word, and "4 hours" is not part of "24 hours".
      if (at < 0 || /\w$/.test(text.slice(0, at)) || /^\w/.test(text.slice(at + word.length)))
        continue;
      const rest = `${text.slice(0, at)} ${text.slice(at + word.length)}`.replace(/\s+/g, ' ');
      return { time, rest: rest.trim() };
    }
  }
  return undefined;
};

/**
 * Returns the URL of a list with its view, or with a time in place of the view's own. Undefined if the list does not
 * support the time.
 */
export const listHitAddress = (
  { route, entity, code, view }: ListHit,
  time?: Period,
): string | undefined => {
  if (!time) return code ? `${route.path}?${new URLSearchParams({ view: code })}` : route.path;
  const field = entity.record?.time;
  if (field === undefined) return undefined;
  const { from, to } = rangeNames(field);
  const last = periodName(field);
  const otherFilters = Object.entries(view?.filter ?? {}).filter(
    ([name]) => name !== from && name !== to && name !== last,
  );
  return `${route.path}${listSearch({ ...Object.fromEntries(otherFilters), [last]: time })}`;
};
