import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import { Box, FormHelperText, IconButton, TableCell, TableRow, Typography } from '@mui/material';
import { memo } from 'react';
import type { AnyEntity, Field, Label, Row } from '../../config';
import { dayOf } from '../../domain/figures';
import { computedValue } from '../formulas';
import { lineInputs } from '../lines';
import { useText } from '../views/reader';
import { viewOf } from '../views/registry';
import { valueCell } from '../views/valueCell';
import { cellLabel, type EditedLines, setValues } from './lines.edit';

interface LineColumn {
  readonly name: string;
  readonly field: Field;
  /** False for a computed value. */
  readonly isInput: boolean;
}

/** Columns of a form: the inputs of a line and its computed values. */
export const columnsOf = (part: AnyEntity): LineColumn[] => {
  const inputs = new Set(lineInputs(part).map(([name]) => name));
  return Object.entries(part.fields)
    .filter(([name]) => inputs.has(name) || name in part.computed)
    .map(([name, field]) => ({ name, field: field as Field, isInput: inputs.has(name) }));
};

export interface LineLayout {
  readonly part: AnyEntity;
  readonly columns: readonly LineColumn[];
  /** Draws a card instead of a row. */
  readonly isPhone: boolean;
  readonly disabled: boolean;
}

interface Props extends LineLayout {
  readonly line: Row;
  readonly lineKey: number;
  readonly index: number;
  readonly isLast: boolean;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly edit: (change: (before: EditedLines) => EditedLines) => void;
  readonly move: (key: number, step: -1 | 1, cell: string) => void;
  readonly remove: (key: number) => void;
}

const sameProps = (one: Props, other: Props): boolean => {
  const { columns: _, errors, ...rest } = one;
  return (
    JSON.stringify(errors) === JSON.stringify(other.errors) &&
    (Object.keys(rest) as (keyof typeof rest)[]).every((name) => one[name] === other[name])
  );
};

/** Line in the form of its record. Its label is in the head of the table, and for screen readers at each input. */
export const LineRow = memo((props: Props) => {
  const { part, columns, isPhone, line, lineKey, index, errors } = props;
  const now = Date.now();
  const scope = { fields: part.fields, record: line, today: dayOf(now), now };
  const cells = columns.map((column) => ({
    ...column,
    content: column.isInput ? (
      <LineCell {...props} column={column} />
    ) : (
      valueCell({
        field: column.field,
        name: column.name,
        value: computedValue(part, column.name, scope),
        record: line,
      })
    ),
  }));
  const whole = errors?.[''] ?? errors?.id;
  if (isPhone) return <LineCard {...props} cells={cells} whole={whole} />;
  return (
    <TableRow data-line={lineKey}>
      <TableCell component="th" scope="row" sx={{ color: 'text.secondary' }}>
        {index + 1}
        {whole && <FormHelperText error>{whole}</FormHelperText>}
      </TableCell>
      {cells.map(({ name, field, isInput, content }) => (
        <TableCell
          key={name}
          data-cell={name}
          align={viewOf(field).align}
          className={isInput ? undefined : 'computed'}
          sx={isInput ? { minWidth: 110 } : undefined}
        >
          {content}
        </TableCell>
      ))}
      <TableCell>
        <LineButtons {...props} />
      </TableCell>
    </TableRow>
  );
}, sameProps);

interface Cell extends LineColumn {
  readonly content: React.ReactNode;
}

const LineCard = (props: Props & { readonly cells: readonly Cell[]; readonly whole?: string }) => {
  const { lineKey, index, cells, whole } = props;
  const text = useText();
  return (
    <Box
      role="group"
      aria-label={text([`Line ${index + 1}`, `第 ${index + 1} 行`])}
      data-line={lineKey}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="subtitle2" component="h4">
          {text([`Line ${index + 1}`, `第 ${index + 1} 行`])}
        </Typography>
        <LineButtons {...props} />
      </Box>
      {whole && <FormHelperText error>{whole}</FormHelperText>}
      {cells.map(({ name, field, isInput, content }) =>
        isInput ? (
          <div key={name} data-cell={name}>
            {content}
          </div>
        ) : (
          <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Typography variant="body2" color="textSecondary">
              {text(field.label)}
            </Typography>
            <Box sx={{ typography: 'body2' }}>{content}</Box>
          </Box>
        ),
      )}
    </Box>
  );
};

/** Hides the label of an input over which its column has one. It stays for screen readers. */
const labelled = {
  '& .MuiFormControl-root': { width: '100%' },
  '& .MuiInputLabel-root': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '& fieldset': { top: 0 },
  '& legend': { display: 'none' },
  '& .MuiFormHelperText-root': { whiteSpace: 'normal', mx: 0.5 },
} as const;

const LineCell = ({
  column: { name, field },
  line,
  lineKey,
  index,
  isPhone,
  errors,
  disabled,
  edit,
}: Props & { readonly column: LineColumn }) => {
  const { Input } = viewOf(field);
  const label: Label = isPhone ? field.label : cellLabel(field, index);
  const set = (values: Row) => edit((before) => setValues(before, lineKey, values));
  return (
    <Box sx={isPhone ? undefined : labelled}>
      <Input
        field={{ ...field, label }}
        name={`${lineKey}.${name}`}
        value={line[name] ?? null}
        values={line}
        record={line.id === undefined ? undefined : line}
        onChange={(value) => set({ [name]: value })}
        onOther={(other, value) => set({ [other]: value })}
        error={errors?.[name]}
        disabled={disabled}
      />
    </Box>
  );
};

const LineButtons = ({ index, isLast, lineKey, disabled, move, remove }: Props) => {
  const text = useText();
  const number = index + 1;
  if (disabled) return null;
  const moving = (step: -1 | 1, words: Label, isOff: boolean) => (
    <IconButton
      size="small"
      data-cell={`move${step}`}
      aria-label={text(words)}
      aria-disabled={isOff}
      sx={{ opacity: isOff ? 0.38 : 1 }}
      onClick={() => move(lineKey, step, `move${step}`)}
    >
      {step < 0 ? <UpIcon fontSize="small" /> : <DownIcon fontSize="small" />}
    </IconButton>
  );
  return (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      {moving(-1, [`Move line ${number} up`, `上移第 ${number} 行`], index === 0)}
      {moving(1, [`Move line ${number} down`, `下移第 ${number} 行`], isLast)}
      <IconButton
        size="small"
        data-cell="remove"
        aria-label={text([`Remove line ${number}`, `删除第 ${number} 行`])}
        onClick={() => remove(lineKey)}
      >
        <RemoveIcon fontSize="small" />
      </IconButton>
    </Box>
  );
};
