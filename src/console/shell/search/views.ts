import type { AnyEntity, Console, PresetView } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
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
import { type NamedTime, timeFilter } from './times';

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
 * Returns the URL of a list with its view and further filters, or with a time in place of the view's own. Undefined if
 * the list does not support the time.
 */
export const listHitAddress = (
  { route, entity, code, view }: ListHit,
  time?: NamedTime,
  filter: Readonly<Record<string, unknown>> = {},
): string | undefined => {
  const isPlain = !time && Object.keys(filter).length === 0;
  if (isPlain) return code ? `${route.path}?${new URLSearchParams({ view: code })}` : route.path;
  const field = entity.record?.time;
  if (time && field === undefined) return undefined;
  const { from, to } = rangeNames(field ?? '');
  const own = time && field !== undefined ? [from, to, periodName(field)] : [];
  const viewFilters = Object.entries(view?.filter ?? {}).filter(([name]) => !own.includes(name));
  const timed = time && field !== undefined ? timeFilter(field, time) : {};
  return `${route.path}${listSearch({ ...Object.fromEntries(viewFilters), ...filter, ...timed })}`;
};
