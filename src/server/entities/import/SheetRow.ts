import type { AnyEntity } from '../../../config';
import type { Label } from '../../../domain/label';
import type { EntityTable, Row } from '../../store';
import type { EntityRoom } from '../EntityRoom';

/** A row that is to be added, and what is wrong with it. */
export interface SheetRow {
  /** As the spreadsheet counts: the header is 1. */
  readonly row: number;
  readonly values: Row;
  /** By field. */
  readonly wrong: Readonly<Record<string, Label>>;
}

/** Where rows are to be added. */
export interface Target {
  readonly entity: AnyEntity;
  readonly table: EntityTable;
  readonly room: EntityRoom;
}

export const isFine = ({ wrong }: SheetRow): boolean => Object.keys(wrong).length === 0;
