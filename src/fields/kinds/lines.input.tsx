import AddIcon from '@mui/icons-material/Add';
import {
  Box,
  Button,
  FormHelperText,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
} from '@mui/material';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { AnyEntity, Field } from '../../config';
import { lineEntity } from '../lines';
import { useReaderLocale, useText } from '../views/reader';
import { type InputProps, viewOf } from '../views/registry';
import {
  addLine,
  type EditedLines,
  keyed,
  moveLine,
  pasteCells,
  pastedCells,
  removeLine,
} from './lines.edit';
import { columnsOf, type LineLayout, LineRow } from './lines.row';
import { MAX_LINES } from './lines.schema';
import { TotalsRow } from './lines.table';

/** Place that gets the focus when the lines are drawn: a column of a line, `move-1`, `move1` or `remove`. */
interface Spot {
  readonly key: number;
  readonly cell: string;
}

const spotOf = (target: EventTarget): Partial<Spot> => {
  const element = target as HTMLElement;
  const line = element.closest<HTMLElement>('[data-line]')?.dataset.line;
  const cell = element.closest<HTMLElement>('[data-cell]')?.dataset.cell;
  return { ...(line && { key: Number(line) }), ...(cell && { cell }) };
};

/** Plain text inputs, in which Enter goes to the next line. Selects and lists of records use it themselves. */
const isPlainInput = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox';

/** State of the lines, with the place that gets the focus next. */
const useLines = ({ value, onChange }: Pick<InputProps, 'value' | 'onChange'>) => {
  const [keys, setKeys] = useState<readonly number[]>([]);
  const [current, setCurrent] = useState<EditedLines>(() => keyed(value));
  // The value may be replaced from outside, as by a merge.
  const edited = current.lines === value ? current : keyed(value, keys);
  const latest = useRef({ edited, onChange });
  useLayoutEffect(() => {
    latest.current = { edited, onChange };
  });
  const root = useRef<HTMLElement>(null);
  const spot = useRef<Spot>(undefined);
  useEffect(() => {
    if (!spot.current) return;
    const { key, cell } = spot.current;
    spot.current = undefined;
    const place = root.current?.querySelector(`[data-line="${key}"] [data-cell="${cell}"]`);
    const target = place?.matches('button')
      ? place
      : place?.querySelector('input:not([aria-hidden]), [role="combobox"], textarea, button');
    if (target instanceof HTMLElement) target.focus();
  });
  const edit = useCallback(
    (
      change: (before: EditedLines) => EditedLines,
      focus?: (after: EditedLines) => Spot | undefined,
    ) => {
      const after = change(latest.current.edited);
      if (after === latest.current.edited) return;
      spot.current = focus?.(after);
      latest.current = { ...latest.current, edited: after };
      setKeys(after.keys);
      setCurrent(after);
      latest.current.onChange(after.lines);
    },
    [],
  );
  return { edited, edit, root };
};

/** Changes of the lines by button, key and paste. Each moves the focus. */
const useLineWork = (
  {
    part,
    columns,
    isFull,
    disabled,
  }: Pick<LineLayout, 'part' | 'columns' | 'disabled'> & { readonly isFull: boolean },
  { edited: { keys }, edit }: Pick<ReturnType<typeof useLines>, 'edited' | 'edit'>,
) => {
  const locale = useReaderLocale();
  const first = String(columns.find(({ isInput }) => isInput)?.name);
  const firstCellOf = (key: number | undefined) =>
    key === undefined ? undefined : { key, cell: first };
  const add = (cell = first) =>
    edit(
      (before) => addLine(before, part),
      ({ keys: after }) => ({ key: Number(after.at(-1)), cell }),
    );
  const remove = useCallback(
    (key: number) =>
      edit(
        (before) => removeLine(before, key),
        ({ keys: after }) => {
          const next = after[Math.min(latestIndex(keys, key), after.length - 1)];
          return next === undefined ? undefined : { key: next, cell: 'remove' };
        },
      ),
    [edit, keys],
  );
  const move = useCallback(
    (key: number, step: -1 | 1, cell: string) =>
      edit(
        (before) => moveLine(before, key, step),
        () => ({ key, cell }),
      ),
    [edit],
  );
  const paste = (event: ClipboardEvent) => {
    const cells = pastedCells(event.clipboardData.getData('text'));
    if (!cells || disabled) return;
    event.preventDefault();
    const { key, cell } = spotOf(event.target);
    edit(
      (before) => pasteCells(before, part, cells, { key, column: cell, locale }),
      ({ keys: after }) => firstCellOf(after.at(-1)),
    );
  };
  const press = (event: KeyboardEvent) => {
    const { key, cell } = spotOf(event.target);
    if (key === undefined || cell === undefined || disabled) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (event.altKey && step) {
      event.preventDefault();
      move(key, step, cell);
    } else if (event.key === 'Enter' && isPlainInput(event.target) && !event.defaultPrevented) {
      event.preventDefault();
      const next = keys[keys.indexOf(key) + 1];
      if (next === undefined) {
        if (!isFull) add(cell);
      } else
        edit(
          (before) => ({ ...before }),
          () => ({ key: next, cell }),
        );
    }
  };
  return { add, remove, move, paste, press };
};

/** Lines of a record: a table, on a phone cards. Rows of a spreadsheet can be pasted into any cell. */
export const LinesInput = (props: InputProps<'lines'>) => {
  const part = lineEntity(props.field);
  return part ? <Lines {...props} part={part} /> : null;
};

const Lines = ({ part, ...props }: InputProps<'lines'> & { readonly part: AnyEntity }) => {
  const { field, error, lineErrors, disabled = false, inputRef } = props;
  const text = useText();
  const titleId = useId();
  const { edited, edit, root } = useLines(props);
  const isPhone = useMediaQuery<{ breakpoints: { down: (size: string) => string } }>((theme) =>
    theme.breakpoints.down('sm'),
  );
  const { lines, keys } = edited;
  const columns = columnsOf(part);
  const isFull = lines.length >= (field.max ?? MAX_LINES);
  const { add, ...work } = useLineWork({ part, columns, isFull, disabled }, { edited, edit });
  const layout: LineLayout = { part, columns, isPhone, disabled };
  const rows = lines.map((line, i) => (
    <LineRow
      key={keys[i]}
      {...layout}
      line={line}
      lineKey={Number(keys[i])}
      index={i}
      isLast={i === lines.length - 1}
      errors={lineErrors?.[i]}
      edit={edit}
      move={work.move}
      remove={work.remove}
    />
  ));
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      ref={(element: HTMLElement | null) => {
        root.current = element;
        inputRef?.(element && { focus: () => focusFirst(element) });
      }}
      onPaste={work.paste}
      onKeyDown={work.press}
    >
      <Typography variant="subtitle2" component="h3" id={titleId} sx={{ mb: 0.5 }}>
        {text(field.label)}
      </Typography>
      {field.help && <FormHelperText sx={{ mb: 1 }}>{text(field.help)}</FormHelperText>}
      {lines.length > 0 && isPhone && <Box sx={{ display: 'grid', gap: 1.5 }}>{rows}</Box>}
      {lines.length > 0 && !isPhone && (
        <Box sx={{ overflowX: 'auto' }}>
          <Table size="small" aria-labelledby={titleId} sx={tight}>
            <LinesHead columns={columns} />
            <TableBody>{rows}</TableBody>
            <TotalsRow field={field as Field} columns={columns} value={lines} after={1} />
          </Table>
        </Box>
      )}
      {lines.length > 0 && isPhone && (
        <Table size="small">
          <TotalsRow
            field={field as Field}
            columns={columns.filter(isTotal(field))}
            value={lines}
          />
        </Table>
      )}
      {error && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
      {!disabled && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
          <Button
            size="small"
            variant="outlined"
            startIcon={<AddIcon />}
            disabled={isFull}
            onClick={() => add()}
            sx={{ flex: 'none' }}
          >
            {text(['Add line', '添加行'])}
          </Button>
          <Typography variant="caption" color="textSecondary">
            {text([
              'Rows of a spreadsheet can be pasted. Enter goes to the next line. Alt and an arrow key move a line.',
              '可粘贴电子表格中的多行。回车到下一行，Alt 加上下方向键移动当前行。',
            ])}
          </Typography>
        </Box>
      )}
    </Box>
  );
};

const LinesHead = ({ columns }: Pick<LineLayout, 'columns'>) => {
  const text = useText();
  return (
    <TableHead>
      <TableRow>
        <TableCell>#</TableCell>
        {columns.map((column) => (
          <TableCell key={column.name} align={viewOf(column.field).align}>
            {text(column.field.label)}
            {column.field.required && ' *'}
          </TableCell>
        ))}
        <TableCell>{text(['Order', '顺序'])}</TableCell>
      </TableRow>
    </TableHead>
  );
};

const latestIndex = (keys: readonly number[], key: number): number =>
  Math.max(0, keys.indexOf(key));

const isTotal =
  (field: InputProps<'lines'>['field']) =>
  ({ name }: { readonly name: string }): boolean =>
    ((field as { readonly totals?: readonly string[] }).totals ?? []).includes(name);

/** Focuses the first wrong input, else the first one. */
const focusFirst = (root: HTMLElement): void => {
  const target =
    root.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    root.querySelector<HTMLElement>('input, button');
  target?.focus();
};

const tight = {
  '& td, & th': { px: 0.5, py: 0.5, whiteSpace: 'nowrap', verticalAlign: 'top' },
  '& tbody th, & tbody td.computed': { pt: 1.75 },
} as const;
