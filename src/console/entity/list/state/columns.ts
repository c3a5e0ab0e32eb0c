import { createContext, useCallback, useContext, useMemo } from 'react';
import { useStore } from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { schemaOf } from '../../../../fields';
import type { NamedField } from '../../../app/record';
import { type Filter, renamer } from './listState';

/** Default columns of a list that shares its room with a map; null for a list of full width. */
export const CompactColumnsContext = createContext<readonly string[] | null>(null);

/** True if the filter leaves only the value that most records have (`side.normal`), so that it need not be said. */
export const isNormalOnly = ({ side }: AnyEntity, filter: Filter, name: string): boolean => {
  const normal = (side?.normal as Filter | undefined)?.[name];
  return normal !== undefined && String(normal) === String(filter[name]);
};

interface ColumnDefaults {
  /** Default columns of a list without room for the declared ones. */
  readonly compactColumns?: readonly string[] | null;
  readonly filter?: Filter;
}

/** Returns the columns of a list in order: the chosen ones that still exist, otherwise the default ones. Never empty. */
export const visibleColumns = (
  entity: AnyEntity,
  chosenColumns: readonly string[] | null,
  { compactColumns, filter = {} }: ColumnDefaults = {},
): string[] => {
  const validColumns = (chosenColumns ?? []).filter((name) => entity.list.includes(name));
  if (validColumns.length > 0) return validColumns;
  return [...(compactColumns ?? entity.columns)].filter(
    (name) => !isNormalOnly(entity, filter, name),
  );
};

/** Returns all columns to choose from: the visible ones in their order, then the others as declared. */
export const columnChoices = (entity: AnyEntity, columns: readonly string[]): string[] => [
  ...columns,
  ...entity.list.filter((name: string) => !columns.includes(name)),
];

/** Shows a column before the first visible one that is declared after it, or hides it. The last column stays. */
export const toggleColumn = (
  entity: AnyEntity,
  columns: readonly string[],
  name: string,
): string[] => {
  if (columns.includes(name)) {
    return columns.length > 1 ? columns.filter((each) => each !== name) : [...columns];
  }
  const declared: readonly string[] = entity.list;
  const place = declared.indexOf(name);
  const before = columns.findIndex((each) => declared.indexOf(each) > place);
  return before < 0 ? [...columns, name] : columns.toSpliced(before, 0, name);
};

/** Returns the column whose values link to the detail: the title if it is visible, else the first. */
export const primaryColumn = (entity: AnyEntity, columns: readonly string[]): string | undefined =>
  columns.includes(entity.title) ? entity.title : columns[0];

/** Returns the column by which a head sorts: a lock is in the order of its name, if the rows have that. */
export const sortNameOf = ({ name, field }: NamedField): string =>
  schemaOf(field).nameColumn?.(field) ?? name;

/** Moves a visible column to a position, from 0. */
export const moveColumn = (columns: readonly string[], name: string, place: number): string[] => {
  const from = columns.indexOf(name);
  const to = Math.min(columns.length - 1, Math.max(0, place));
  return from < 0 ? [...columns] : columns.toSpliced(from, 1).toSpliced(to, 0, name);
};

export const rowDensities = ['compact', 'normal', 'roomy'] as const;
export type RowDensity = (typeof rowDensities)[number];

/** Appearance of a list as an operator has set it. */
export interface ListAppearance {
  /** Chosen columns, in order; null for the declared ones. */
  readonly columns: readonly string[] | null;
  /** Width by column, px; other columns fit their content. */
  readonly widths: Readonly<Record<string, number>>;
  readonly density: RowDensity;
  readonly chartFolded: boolean;
}

export const DEFAULT_APPEARANCE: ListAppearance = {
  columns: null,
  widths: {},
  density: 'normal',
  chartFolded: false,
};

/** Limits of a column's width, px: a narrower one shows nothing, a wider one leaves no room for the others. */
const NARROWEST = 56;
const WIDEST = 640;

/** Rounds and clamps a column width, px. */
export const autoWidth = (width: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** Sets a column's width; undefined fits it to its content. */
export const withWidth = (
  widths: ListAppearance['widths'],
  column: string,
  width: number | undefined,
): ListAppearance['widths'] => {
  const { [column]: _, ...rest } = widths;
  return width === undefined ? rest : { ...rest, [column]: autoWidth(width) };
};

/**
 * Returns the vertical padding of a cell, px.
 * @param size padding of the console's display density, px
 */
export const cellPadding = (density: RowDensity, size: number): number =>
  density === 'compact' ? Math.max(0, size - 4) : density === 'roomy' ? size + 5 : size;

/**
 * Returns the appearance of an entity's list. It is stored per operator, and separately for a list beside a map.
 */
export const useListAppearance = (entity: AnyEntity) => {
  const compactColumns = useContext(CompactColumnsContext);
  const { name, was = name } = entity;
  const keyOf = (of: string) => `settings.lists.${of}${compactColumns ? '.few' : ''}`;
  const [former] = useStore<Partial<ListAppearance>>(keyOf(was), DEFAULT_APPEARANCE);
  const [stored, setStored] = useStore<Partial<ListAppearance>>(keyOf(name), former);
  const appearance = useMemo((): ListAppearance => {
    const { columns, widths, ...rest } = { ...DEFAULT_APPEARANCE, ...stored };
    const nameOf = renamer(entity);
    return {
      ...rest,
      columns: columns?.map(nameOf) ?? null,
      widths: Object.fromEntries(Object.entries(widths).map(([each, px]) => [nameOf(each), px])),
    };
  }, [entity, stored]);
  const changeAppearance = useCallback(
    (patch: Partial<ListAppearance>) => setStored((before) => ({ ...before, ...patch })),
    [setStored],
  );
  return {
    appearance: rowDensities.includes(appearance.density)
      ? appearance
      : { ...appearance, density: DEFAULT_APPEARANCE.density },
    changeAppearance,
    compactColumns,
  };
};
