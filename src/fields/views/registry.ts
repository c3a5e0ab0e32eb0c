import type { AnyField, Field, Kind, Label, Row } from '../../config';
import { kindOf } from '../schemas';

export interface CellProps<K extends Kind = Kind> {
  readonly field: Field<K>;
  /** Key of the value in `record`. */
  readonly name: string;
  readonly value: unknown;
  /** Record of the value. A reference has its title in another column. */
  readonly record: Row;
  /** Shown in a detail, where nothing is truncated and JSON is formatted. */
  readonly full?: boolean;
}

/** Properties of a controlled input. It is independent of forms, so that filters and cells can use it too. */
export interface InputProps<K extends Kind = Kind> {
  readonly field: Field<K>;
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Sets another input of the form: a position picked on the map sets its radius. */
  readonly onOther?: (name: string, value: unknown) => void;
  readonly onBlur?: () => void;
  readonly error?: string;
  /** Errors of the values of lines, by the place of the line and the name of the field; '' for the whole line. */
  readonly lineErrors?: readonly (Readonly<Record<string, string>> | undefined)[];
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** Record that is edited; undefined for a new one. */
  readonly record?: Row;
  /** Current values of all inputs of the form. */
  readonly values?: Row;
  /** Receives the focus when the value is rejected. */
  readonly inputRef?: (element: { focus(): void } | null) => void;
}

/** Properties of a list filter. A change is a patch; `undefined` removes a filter. */
export interface FilterProps<K extends Kind = Kind> {
  readonly field: Field<K>;
  readonly name: string;
  readonly filters: Row;
  readonly onChange: (patch: Row) => void;
}

/** Browser part of a field kind. React's types come from its global namespace. */
export interface FieldView<K extends Kind = Kind> {
  readonly Cell: (props: CellProps<K>) => React.ReactNode;
  /** `Cell` draws blank values too. By default they are a dash. */
  readonly drawsBlank?: true;
  /** Value without its row: a reference loads its title. `Cell` by default. */
  readonly Alone?: (props: CellProps<K>) => React.ReactNode;
  /** Change of a value in a history; by default the values before and after it. */
  readonly Change?: (props: CellProps<K> & { readonly before: unknown }) => React.ReactNode;
  readonly Input: (props: InputProps<K>) => React.ReactNode;
  /** Undefined if lists cannot be filtered by the kind. */
  readonly Filter?: (props: FilterProps<K>) => React.ReactNode;
  /** Least width of the filter, px, if it needs more than others. */
  readonly filterWidth?: number;
  /** Heading of its columns and filters; the label of the field by default. */
  readonly heading?: Label;
  readonly align?: 'right';
  /** The values have no order. */
  readonly sortable?: false;
  /** Graphical values are not copied as text. */
  readonly graphical?: true;
  /** Takes the whole width of a form or detail. */
  readonly wide?: true;
  /** Often too long for a column, so it shrinks before others and is truncated. */
  readonly long?: true;
}

const modules: Readonly<Record<string, { readonly view: FieldView }>> = {
  ...import.meta.glob('@custom/*.view.tsx', { eager: true }),
  ...import.meta.glob('../kinds/*.view.tsx', { eager: true }),
};

const views = new Map(Object.entries(modules).map(([path, { view }]) => [kindOf(path), view]));

export const viewKinds: readonly string[] = [...views.keys()];

/** @throws Error if the kind has no view */
export const viewOf = (field: AnyField): FieldView => {
  const view = views.get(field.kind);
  if (!view) throw new Error(`There is no view for the field kind ${String(field.kind)}`);
  return view;
};

/** Label of the field in heads of columns, filters and sort orders. */
export const headingOf = (field: AnyField): Label => viewOf(field).heading ?? field.label;
