import { type RaRecord, useDataProvider } from 'ra-core';
import { type ClipboardEvent, useState } from 'react';
import { useEntity } from '../controls/entities';
import { pastedTitles } from './pastedTitles';

/** Searches under way at a time. */
const AT_ONCE = 4;

/** Hits of one title among which the very one is looked for. */
const HITS = 20;

/** A paste of more is somebody's mistake. */
const MOST = 1000;

interface Pasted {
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly searching: boolean;
  /** Titles of which there is no record. */
  readonly unknown: readonly string[];
}

/**
 * Finds the records whose titles were pasted as a list; a paste of one title is left to the search.
 * @param onFound given the ids in the order of the titles
 */
export const usePasted = (target: string, onFound: (ids: readonly number[]) => void): Pasted => {
  const dataProvider = useDataProvider();
  const entity = useEntity(target);
  const [searching, setSearching] = useState(false);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const title = String(entity?.title ?? 'id');

  const idOf = async (wanted: string): Promise<number | undefined> => {
    const { data } = await dataProvider.getList<RaRecord>(target, {
      filter: { [title]: wanted },
      pagination: { page: 1, perPage: HITS },
      sort: { field: title, order: 'ASC' },
    });
    const same = (row: RaRecord) => String(row[title]).toLowerCase() === wanted.toLowerCase();
    const row = data.find(same);
    return row && Number(row.id);
  };

  const find = async (titles: readonly string[]) => {
    setSearching(true);
    const found = new Map<string, number | undefined>();
    const waiting = [...titles];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        // A search that failed found nothing: its title stays named as unknown.
        found.set(next, await idOf(next).catch(() => undefined));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setSearching(false);
    setUnknown(titles.filter((each) => found.get(each) === undefined));
    onFound(titles.flatMap((each) => found.get(each) ?? []));
  };

  const onPaste = (event: ClipboardEvent) => {
    const titles = pastedTitles(event.clipboardData.getData('text')).slice(0, MOST);
    if (titles.length < 2) return;
    event.preventDefault();
    void find(titles);
  };
  return { onPaste, searching, unknown };
};
