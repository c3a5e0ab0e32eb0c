import { useEffect, useMemo, useState } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import type { Field, Row } from '../../config';
import { type Key, keyFrom } from '../../domain/key';
import { parentField } from '../schemas';
import { useEntity } from '../views/contexts';
import { useLocalizedTitle } from './localizedTitle';
import { titleOf } from './ref.titles';

export interface RefOption {
  readonly id: Key;
  readonly title: string;
  /** Depth in the tree, 0 for a root. */
  readonly depth?: number;
  readonly path?: string;
  /** Heading above the options of the same group. */
  readonly group?: string;
  /** Reason why it cannot be chosen. */
  readonly reason?: string;
}

interface Search {
  readonly field: Field<'ref' | 'refTree' | 'refs'>;
  readonly query: string;
  /** False while the list is closed. */
  readonly enabled: boolean;
  /** Record to exclude, so that it cannot become its own parent. */
  readonly without?: Key;
  /** Returns why a record cannot be chosen; it is greyed then. */
  readonly reasonOf?: (row: RaRecord) => string | undefined;
}

export interface Searching {
  readonly result: {
    readonly options: readonly RefOption[];
    readonly searching: boolean;
    /** False while all records are offered, without a query. */
    readonly hasQuery: boolean;
  };
  readonly onType: (text: string) => void;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Search of a reference input. It makes no call before the list is opened. */
export const useRefSearch = (
  field: Field<'ref' | 'refTree' | 'refs'>,
  { without, reasonOf }: Pick<Search, 'without' | 'reasonOf'> = {},
): Searching => {
  const [query, onType] = useState('');
  const [open, onOpen] = useState(false);
  const search = { field, query, without, reasonOf };
  const isTree = field.kind === 'refTree';
  const tree = useTreeOptions({ ...search, enabled: open && isTree });
  const asTree = isTree && !tree.flat;
  const list = useRefOptions({ ...search, enabled: open && !asTree });
  const { options, searching } = asTree ? tree : list;
  return { result: { options, searching, hasQuery: query.trim() !== '' }, onType, open, onOpen };
};

/** Converts a record's key to the type in the referencing field. */
const refKey = (id: unknown, byText?: true): Key => keyFrom(id, byText) as Key;

const isSame = (id: unknown, other: Key | undefined): boolean =>
  other !== undefined && String(id) === String(other);

/** Page size of a search. */
const PAGE = 20;

/** Loads the first 20 records whose title contains a text, and those whose name does, while enabled. */
const useRefOptions = ({ field, query, enabled, without, reasonOf }: Search) => {
  const { of: target, byText } = field;
  const entity = useEntity(target);
  const title = String(entity?.title ?? 'id');
  const localize = useLocalizedTitle(target);
  const search = useDebouncedText(query.trim());
  const byTitle = useMatches(target, title, search, enabled && entity !== undefined);
  const name = entity?.nameField && String(entity.nameField);
  const byName = useMatches(target, name ?? title, search, enabled && name !== undefined);
  const rows = new Map([...byName.data, ...byTitle.data].map((row) => [row.id, row]));
  const options = [...rows.values()]
    .map((row) => ({
      id: refKey(row.id, byText),
      title: titleOf(row, entity, localize),
      reason: reasonOf?.(row),
    }))
    .filter(({ id }) => !isSame(id, without));
  return { options, searching: byTitle.isFetching || byName.isFetching };
};

/** Loads the first records in the order of a column that contains a text. */
const useMatches = (target: string, column: string, search: string, enabled: boolean) => {
  const { data = [], isFetching } = useGetList<RaRecord>(
    target,
    {
      filter: search ? { [column]: search } : {},
      pagination: { page: 1, perPage: PAGE },
      sort: { field: column, order: 'ASC' },
    },
    { enabled, placeholderData: (previous) => previous },
  );
  return { data: enabled ? data : [], isFetching };
};

/** Debounce delay of typing, ms. */
const PAUSE = 250;

const useDebouncedText = (text: string): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
};

/** Trees up to this size are loaded whole; larger ones are searched like a list. */
const MAX_WHOLE_TREE = 1000;

/** Time for which a loaded tree is fresh, ms: opening the list again makes no call. */
const FRESH = 60_000;

/** Loads the records of a tree with their depth and path. */
const useTreeOptions = ({ field, query, enabled, without }: Search) => {
  const { of: target, byText } = field;
  const entity = useEntity(target);
  const title = String(entity?.title ?? 'id');
  const parent = entity && parentField(entity);
  const localize = useLocalizedTitle(target);
  const { data, total, isFetching } = useGetList<RaRecord>(
    target,
    {
      filter: {},
      pagination: { page: 1, perPage: MAX_WHOLE_TREE },
      sort: { field: 'id', order: 'ASC' },
    },
    { enabled: enabled && parent !== undefined, staleTime: FRESH },
  );
  const tree = useMemo(
    () => (data && parent ? treeOptions(data, { title, parent, localize, without, byText }) : []),
    [data, title, parent, localize, without, byText],
  );
  return {
    options: searchTree(tree, query),
    searching: isFetching,
    /** True if the records are no tree, or too many for one. */
    flat: parent === undefined || (total !== undefined && total > MAX_WHOLE_TREE),
  };
};

interface TreeShape {
  readonly title: string;
  readonly parent: string;
  /** Translates a known title. */
  readonly localize?: (title: string) => string;
  /** Record to exclude, with its descendants. */
  readonly without?: Key;
  readonly byText?: true;
}

/** Returns the records in tree order. One whose parent is missing, or that is its own descendant, becomes a root. */
export const treeOptions = (
  rows: readonly Row[],
  { title, parent, localize = String, without, byText }: TreeShape,
): RefOption[] => {
  // A server may send keys as texts and references to them as numbers.
  const keyOf = (value: unknown) => (value === null || value === undefined ? null : String(value));
  const ids = new Set(rows.map(({ id }) => keyOf(id)));
  const children = new Map<string | null, Row[]>();
  for (const row of rows) {
    const over = keyOf(row[parent]);
    const above = ids.has(over) && over !== keyOf(row.id) ? over : null;
    children.set(above, [...(children.get(above) ?? []), row]);
  }
  const seen = new Set<unknown>();
  const options: RefOption[] = [];
  const visit = (row: Row, above: readonly string[]) => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    const name = localize(String(row[title] ?? row.id));
    if (!isSame(row.id, without)) {
      options.push({
        id: refKey(row.id, byText),
        title: name,
        depth: above.length,
        path: above.join(' / '),
      });
    }
    for (const child of children.get(keyOf(row.id)) ?? []) {
      if (isSame(row.id, without)) markSeen(child);
      else visit(child, [...above, name]);
    }
  };
  const markSeen = (row: Row) => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    for (const child of children.get(keyOf(row.id)) ?? []) markSeen(child);
  };
  for (const row of children.get(null) ?? []) visit(row, []);
  for (const row of rows) visit(row, []);
  return options;
};

/** Filters a tree. Without a query the tree is indented; matches of a query are flat, each with its path. */
export const searchTree = (options: readonly RefOption[], query: string): RefOption[] => {
  const part = query.trim().toLowerCase();
  return part === ''
    ? options.map(({ path: _, ...option }) => option)
    : options
        .filter(({ title }) => title.toLowerCase().includes(part))
        .map(({ depth: _, ...option }) => option);
};
