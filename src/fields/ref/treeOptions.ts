import type { AnyEntity, Field, Fields } from '../../config';
import type { Row } from '../FieldView';
import type { RefOption } from './RefBox';

/** The field by which an entity's records form a tree: the one that refers to their own kind. */
export const parentField = (entity: AnyEntity): string | undefined =>
  Object.entries(entity.fields as Fields).find(
    ([, field]) => field.kind === 'refTree' && (field as Field).of === entity.name,
  )?.[0];

interface Shape {
  readonly title: string;
  readonly parent: string;
  /** How the reader knows a title. */
  readonly say?: (title: string) => string;
  /** Left out with everything under it. */
  readonly without?: number;
}

/** Records in the order of their tree; one whose parent is not among them, or is below itself, starts a tree. */
export const treeOptions = (
  rows: readonly Row[],
  { title, parent, say = String, without }: Shape,
): RefOption[] => {
  const ids = new Set(rows.map(({ id }) => id));
  const children = new Map<unknown, Row[]>();
  for (const row of rows) {
    const above = ids.has(row[parent]) && row[parent] !== row.id ? row[parent] : null;
    children.set(above, [...(children.get(above) ?? []), row]);
  }
  const seen = new Set<unknown>();
  const options: RefOption[] = [];
  const visit = (row: Row, above: readonly string[]) => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    const name = say(String(row[title] ?? row.id));
    if (row.id !== without) {
      options.push({
        id: Number(row.id),
        title: name,
        depth: above.length,
        path: above.join(' / '),
      });
    }
    for (const child of children.get(row.id) ?? []) {
      if (row.id === without) markSeen(child);
      else visit(child, [...above, name]);
    }
  };
  const markSeen = (row: Row) => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    for (const child of children.get(row.id) ?? []) markSeen(child);
  };
  for (const row of children.get(null) ?? []) visit(row, []);
  for (const row of rows) visit(row, []);
  return options;
};

/** While something is searched the hits stand alone, each with its path; otherwise the tree is drawn by indents. */
export const searchTree = (options: readonly RefOption[], typed: string): RefOption[] => {
  const part = typed.trim().toLowerCase();
  return part === ''
    ? options.map(({ path: _, ...option }) => option)
    : options
        .filter(({ title }) => title.toLowerCase().includes(part))
        .map(({ depth: _, ...option }) => option);
};
