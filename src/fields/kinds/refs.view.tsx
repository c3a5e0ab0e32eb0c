import { Box, Button } from '@mui/material';
import { type ClipboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { type RaRecord, useDataProvider } from 'react-admin';
import { type Field, isBlank } from '../../config';
import { type Key, keyFrom } from '../../domain/key';
import { exactName, titleColumn } from '../schemas';
import { EmptyCell, TruncatedText } from '../views/cells';
import { useEntity } from '../views/contexts';
import { useSentences, useText } from '../views/reader';
import type { CellProps, FieldView, InputProps } from '../views/registry';
import { useFullTitle } from './localizedTitle';
import { useRefSearch } from './ref.options';
import { RecordLink, useTitles } from './ref.titles';
import { RefBox, RefFilter } from './ref.view';
import { parseTitles } from './refs.schema';

const MAX_TITLES = 2;

/** Formats as "C01, C02 and 5 more". A row carries the titles of the records that its reader may see. */
const RefsSummary = ({
  field,
  name,
  ids,
  record,
}: Omit<CellProps<'refs'>, 'value'> & { ids: readonly Key[] }) => {
  const text = useText();
  const rowTitles = record[titleColumn(field, name) ?? name];
  const fullTitle = useFullTitle(field.of);
  const titles = Array.isArray(rowTitles) ? rowTitles.map((title) => fullTitle(String(title))) : [];
  const visibleTitles = titles.slice(0, MAX_TITLES);
  const more = ids.length - visibleTitles.length;
  const countText = text(
    visibleTitles.length === 0
      ? [String(more), String(more)]
      : [`and ${more} more`, `等 ${ids.length} 个`],
  );
  return (
    <Box component="span" sx={{ display: 'flex', gap: 0.5, minWidth: 0 }}>
      {visibleTitles.length > 0 && (
        <TruncatedText text={titles.join(', ')}>{visibleTitles.join(', ')}</TruncatedText>
      )}
      {/* The number of others stays visible if the names are truncated. */}
      {more > 0 && (
        <Box component="span" sx={{ flex: 'none' }}>
          {countText}
        </Box>
      )}
    </Box>
  );
};

/** Number of links before "Show all". */
const MAX_LINKS = 30;

const list = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

const RefsLinks = ({ target, ids }: { target: string; ids: readonly Key[] }) => {
  const text = useText();
  const [all, setAll] = useState(false);
  const visibleIds = all ? ids : ids.slice(0, MAX_LINKS);
  const titles = useTitles(target, visibleIds);
  return (
    <Box component="ul" sx={list}>
      {visibleIds.map((id, i) => (
        <li key={id}>
          <RecordLink target={target} id={id} title={titles[i] ?? String(id)} />
        </li>
      ))}
      {ids.length > visibleIds.length && (
        <li>
          <Button size="small" onClick={() => setAll(true)} sx={{ py: 0 }}>
            {text([`Show all ${ids.length}`, `显示全部 ${ids.length} 个`])}
          </Button>
        </li>
      )}
    </Box>
  );
};

const NONE: readonly Key[] = [];

/** Input of several references, by search or by pasting a list of titles. */
const RefsInput = ({ field, name, value, onChange, error, ...rest }: InputProps<'refs'>) => {
  const text = useText();
  const sentences = useSentences();
  const ids = Array.isArray(value) ? (value as readonly Key[]) : NONE;
  const choose = (next: readonly Key[]) => onChange(next.length > 0 ? next : null);
  const { result, ...search } = useRefSearch(field);
  const { onPaste, searching, unknown } = usePasted(field, (more) =>
    choose([...new Set([...ids, ...more])]),
  );
  const titles = useTitles(field.of, ids);
  const { max } = field;
  const count = `${ids.length}${max === undefined ? '' : ` / ${max}`}`;
  const hints = [
    searching && text(['Looking up what was pasted…', '正在查找粘贴的内容…']),
    unknown.length > 0 &&
      text([`Not found: ${unknown.join(', ')}`, `未找到：${unknown.join('、')}`]),
    field.help && text(field.help),
    ids.length > 0
      ? text([`${count} selected.`, `已选 ${count}。`])
      : text([
          'You can paste a list, separated by commas or line breaks.',
          '可粘贴以逗号或换行分隔的列表。',
        ]),
  ];
  return (
    <RefBox
      {...rest}
      {...search}
      name={name}
      label={text(field.label)}
      help={sentences(hints)}
      required={field.required}
      error={error}
      multiple
      all
      selected={ids.map((id, i) => ({ id, title: titles[i] ?? String(id) }))}
      onChoose={choose}
      onPaste={onPaste}
      result={{ ...result, searching: result.searching || searching }}
    />
  );
};

/** Concurrent searches. */
const AT_ONCE = 4;

/** Page size of a search for an exact title. */
const HITS = 20;

/** Limit of pasted titles. Larger pastes are mistakes; the rest is ignored. */
const MAX_PASTED = 1000;

/**
 * Finds the records of a pasted list of titles. A single title is left to the search.
 * @param onFound receives the ids in the order of the titles
 */
const usePasted = (
  { of: target, byText }: Field<'refs'>,
  onFound: (ids: readonly Key[]) => void,
) => {
  const dataProvider = useDataProvider();
  const entity = useEntity(target);
  const [searching, setSearching] = useState(false);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [foundIds, setFoundIds] = useState(NONE);
  // A selection made during the search must not be lost, so the current handler gets the ids.
  const handOn = useEffectEvent(onFound);
  useEffect(() => {
    if (foundIds.length > 0) handOn(foundIds);
  }, [foundIds]);
  const title = String(entity?.title ?? 'id');

  const idOf = async (pastedTitle: string): Promise<Key | undefined> => {
    const rowOf = async (filter: string) => {
      const { data } = await dataProvider.getList<RaRecord>(target, {
        filter: { [filter]: pastedTitle },
        pagination: { page: 1, perPage: HITS },
        sort: { field: title, order: 'ASC' },
      });
      return data.find((row) => String(row[title]).toLowerCase() === pastedTitle.toLowerCase());
    };
    // A page of substring matches may lack a title in different case, but an exact search never does.
    const row = (await rowOf(exactName(entity?.fields ?? {}, title))) ?? (await rowOf(title));
    return row && (keyFrom(row.id, byText) as Key);
  };

  const find = async (titles: readonly string[]) => {
    setSearching(true);
    const ids = new Map<string, Key | undefined>();
    const queue = [...titles];
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        // A failed search counts as no match: its title stays listed as unknown.
        ids.set(next, await idOf(next).catch(() => undefined));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setSearching(false);
    setUnknown(titles.filter((each) => ids.get(each) === undefined));
    setFoundIds(titles.flatMap((each) => ids.get(each) ?? []));
  };

  const onPaste = (event: ClipboardEvent) => {
    const titles = parseTitles(event.clipboardData.getData('text')).slice(0, MAX_PASTED);
    if (titles.length < 2) return;
    event.preventDefault();
    void find(titles);
  };
  return { onPaste, searching, unknown };
};

const isEmpty = (value: unknown) => isBlank(value) || (value as unknown[]).length === 0;

export const view: FieldView<'refs'> = {
  sortable: false,
  wide: true,
  long: true,
  Cell: ({ value, ...props }) => {
    if (isEmpty(value)) return <EmptyCell />;
    const ids = value as readonly Key[];
    return props.full ? (
      <RefsLinks target={props.field.of} ids={ids} />
    ) : (
      <RefsSummary {...props} ids={ids} />
    );
  },
  Alone: ({ field, value }) =>
    isEmpty(value) ? <EmptyCell /> : <RefsLinks target={field.of} ids={value as readonly Key[]} />,
  Input: RefsInput,
  Filter: RefFilter,
};
