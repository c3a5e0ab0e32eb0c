import type { AnyField, Field, Kind, Row } from '../config';
import { kindOf } from './schemas';

/** The value of one field of one record, to be read. */
export interface CellProps<K extends Kind = Kind> {
  readonly field: Field<K>;
  /** The field's name in the record. */
  readonly name: string;
  readonly value: unknown;
  /** The whole record: a reference brings its title in another column. */
  readonly record: Row;
  /** In a detail there is room: nothing is cut, JSON is laid out. */
  readonly full?: boolean;
}

/** A controlled input; it knows nothing of forms, so that filters and cells can use it too. */
export interface InputProps<K extends Kind = Kind> {
  readonly field: Field<K>;
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Sets another input of the same form: a place on the map brings its radius. */
  readonly onOther?: (name: string, value: unknown) => void;
  readonly onBlur?: () => void;
  /** Why the value is refused, in the reader's language. */
  readonly error?: string;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** The record that is edited, where there is one. */
  readonly record?: Row;
  /** What all inputs of the form hold now. */
  readonly values?: Row;
  /** Where a form puts the focus when the value is refused. */
  readonly inputRef?: (element: { focus(): void } | null) => void;
}

/** Narrows a list. A change is a patch of the filters; `undefined` takes one away. */
export interface FilterProps<K extends Kind = Kind> {
  readonly field: Field<K>;
  readonly name: string;
  readonly filters: Row;
  readonly onChange: (patch: Row) => void;
}

/** The half of a field kind that only a browser has. React's types come from its global namespace. */
export interface FieldView<K extends Kind = Kind> {
  readonly Cell: (props: CellProps<K>) => React.ReactNode;
  /** A value that no row came with: the title of what it refers to is asked for. `Cell` where there is no other. */
  readonly Alone?: (props: CellProps<K>) => React.ReactNode;
  readonly Input: (props: InputProps<K>) => React.ReactNode;
  /** None for a kind that no list can be narrowed by. */
  readonly Filter?: (props: FilterProps<K>) => React.ReactNode;
  /** Numbers line up at the right. */
  readonly align?: 'right';
  /** A kind whose values have no order. */
  readonly sortable?: false;
  /** Seen rather than read: nobody copies it as text. */
  readonly sign?: true;
  /** Takes the whole width of a form or a detail. */
  readonly wide?: true;
  /** Often longer than a column of a list should be: there it gives way to the others, and is cut. */
  readonly long?: true;
}

const modules = import.meta.glob<{ view: FieldView }>('./kinds/*.view.tsx', { eager: true });

const views = new Map(Object.entries(modules).map(([path, { view }]) => [kindOf(path), view]));

/** The names of all kinds that can be shown. */
export const viewKinds: readonly string[] = [...views.keys()];

/**
 * The browser's half of a field's kind.
 * @throws Error for a kind that has no view
 */
export const viewOf = (field: AnyField): FieldView => {
  const view = views.get(field.kind);
  if (!view) throw new Error(`There is no view for the field kind ${String(field.kind)}`);
  return view;
};
