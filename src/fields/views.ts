import type { AnyField } from '../config';
import type { FieldView } from './FieldView';

export type { CellProps, FieldView, FilterProps, InputProps, Row } from './FieldView';

const found = import.meta.glob<{ view: FieldView }>('./*/view.tsx', { eager: true });

const views = new Map(
  Object.entries(found).map(([path, { view }]) => [path.split('/')[1] as string, view]),
);

/** The names of all kinds that can be shown. */
export const shownKinds: readonly string[] = [...views.keys()];

/**
 * The browser's half of a field's kind.
 * @throws Error for a kind that has no view
 */
export const viewOf = (field: AnyField): FieldView => {
  const view = views.get(field.kind);
  if (!view) throw new Error(`There is no view for the field kind ${String(field.kind)}`);
  return view;
};
