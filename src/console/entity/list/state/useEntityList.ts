import type { RefObject } from 'react';
import { type Identifier, type RaRecord, useListContext, useTranslate } from 'react-admin';
import { useText } from '../../../../fields/views/reader';
import type { HeldRows } from '../../../app/heldRows';
import { requiredContext } from '../../../data/requiredContext';
import { useScreen } from '../../screen';
import type { RowGroups } from './groups';
import type { Filter, ListState, Sorts } from './listState';
import type { TreeNode } from './tree';

/** List state of one menu beyond react-admin's `ListContext`. */
export interface EntityList {
  readonly menuCode: string;
  /** Filter, sort, page and columns. Relative periods (`24h`) stay symbolic; the data provider resolves them. */
  readonly state: ListState;
  readonly initial: ListState;
  /** Merges a patch into the state, and goes to the first page unless the patch sets `page`. */
  readonly patchState: (patch: Partial<ListState>) => void;
  /** Sets single filters; a blank value removes its filter. */
  readonly patchFilter: (patch: Filter) => void;
  /** Computes the order from the latest one, which may be newer than the one in view. */
  readonly changeSort: (next: (latest: Sorts) => Sorts) => void;
  readonly resetFilter: () => void;
  readonly isInitialFilter: boolean;
  readonly pageCount: number;
  readonly visibleColumns: readonly string[];
  /**
   * Stores the choice as a preference; null restores the declared columns. If a link or a saved view has set the
   * columns, a choice changes only the current list state.
   */
  readonly chooseColumns: (columns: readonly string[] | null) => void;
  readonly selected: ReadonlySet<Identifier>;
  readonly selectRecords: (records: readonly RaRecord[]) => void;
  /** Tree position by row id; undefined for a flat list. */
  readonly treeNodes: ReadonlyMap<Identifier, TreeNode> | undefined;
  readonly toggleBranch: (id: Identifier) => void;
  /** Equal records that are one row. */
  readonly groups: RowGroups;
  /** Opens or closes a group. */
  readonly toggleGroup: (key: string) => void;
  readonly area: RefObject<HTMLDivElement | null>;
  readonly heldRows: HeldRows<RaRecord>;
  /** Records of the server's last answer, with those that wait. */
  readonly latest: readonly RaRecord[] | undefined;
  /** Loaded records by id, so that bulk actions need not fetch the selection again. */
  readonly recordCache: Map<Identifier, RaRecord>;
}

export const [EntityListContext, useEntityList] =
  requiredContext<EntityList>('an EntityListProvider');

const NO_ROWS: readonly RaRecord[] = [];

/** Returns the title of the list: its menu's name, because two menus may show one entity. */
export const useListTitle = (): string => {
  const { entity } = useScreen();
  const text = useText();
  return useTranslate()(`menus.${useEntityList().menuCode}`, { _: text(entity.label) });
};

/** Returns the rows of the surrounding list; empty while loading. */
export const useListRows = (): readonly RaRecord[] => useListContext().data ?? NO_ROWS;
