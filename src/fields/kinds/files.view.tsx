import { listedPath, parseListed } from '../../domain/files';
import { EmptyCell, Hint, TextCell } from '../views/cells';
import { loadable } from '../views/loadable';
import { useReaderLocale, useText } from '../views/reader';
import type { CellProps, FieldView } from '../views/registry';
import { schema } from './files.schema';

const FilesGallery = loadable(() => import('./files.gallery'), 'FilesGallery');
const FilesInput = loadable(() => import('./files.input'), 'FilesInput');

const entriesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** Pictures and names in a detail; their number elsewhere, which loads nothing. */
const Cell = ({ field, value, full }: CellProps<'files'>) => {
  const text = useText();
  const locale = useReaderLocale();
  const entries = entriesOf(value);
  if (entries.length === 0) return <EmptyCell />;
  if (full) return <FilesGallery label={text(field.label)} entries={entries} />;
  const count = entries.length;
  return (
    <Hint title={schema.text?.(entries, field, locale)}>
      {text([count === 1 ? '1 file' : `${count} files`, `${count} 个文件`])}
    </Hint>
  );
};

/** Names of the files that were added and removed. */
const Change = ({ value, before }: CellProps<'files'> & { readonly before: unknown }) => {
  const text = useText();
  const [earlier, later] = [entriesOf(before), entriesOf(value)];
  const without = (entries: readonly string[], excluded: readonly string[]) => {
    const paths = new Set(excluded.map(listedPath));
    return entries
      .filter((entry) => !paths.has(listedPath(entry)))
      .map((entry) => parseListed(entry).name)
      .join(text([', ', '、']));
  };
  const [added, removed] = [without(later, earlier), without(earlier, later)];
  const parts = [
    added && text([`added ${added}`, `新增 ${added}`]),
    removed && text([`removed ${removed}`, `移除 ${removed}`]),
  ].filter(Boolean);
  return <span>{parts.join(text(['; ', '；'])) || text(['new order', '调整顺序'])}</span>;
};

export const view: FieldView<'files'> = {
  graphical: true,
  sortable: false,
  wide: true,
  Cell,
  Alone: TextCell,
  Change,
  Input: (props) => <FilesInput {...props} />,
};
