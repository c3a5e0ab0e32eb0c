import { localTime, offlineText } from '../../domain/figures';
import { type Choices, type ChoiceTable, type Look, lookOf } from '../../domain/label';
import { Hint, TruncatedText } from '../views/cells';
import { mergeOptions, SelectFilter } from '../views/filters';
import { SelectInput } from '../views/inputs';
import { useNow, useReaderLocale, useText } from '../views/reader';
import type { CellProps, FieldView, FilterProps, InputProps } from '../views/registry';
import { ToneChip } from '../views/states';
import { choiceText, lookInRecord, tableIn } from './choice.schema';

interface Props {
  readonly look: Look | undefined;
  readonly label: string;
  /** Epoch ms. */
  readonly since: number;
  /** Elapsed time from which the value is a warning, ms. */
  readonly limit?: number | undefined;
}

/** State with its elapsed time, which is updated; the tooltip shows its start. */
const SinceChip = ({ look, label, since, limit = Number.POSITIVE_INFINITY }: Props) => {
  const locale = useReaderLocale();
  const elapsed = useNow() - since;
  const duration = offlineText(elapsed, locale);
  return (
    <Hint title={localTime(since)}>
      <ToneChip
        {...(elapsed >= limit ? OVERDUE : look)}
        label={duration === null ? label : `${label} · ${duration}`}
      />
    </Hint>
  );
};

const OVERDUE = { tone: 'warning' } as const;

const Cell = ({ field, value, record, full }: CellProps<'choice'>) => {
  const locale = useReaderLocale();
  const words = choiceText(tableIn(field, record), value, locale);
  const look = lookInRecord(field, value, record);
  const [stateValue, timeField = '', limit] = field.since ?? [];
  const since = stateValue === value ? record[timeField] : undefined;
  if (typeof since === 'number') {
    return <SinceChip look={look} label={words} since={since} limit={limit} />;
  }
  return look ? <ToneChip {...look} label={words} /> : <TruncatedText text={words} full={full} />;
};

const useOptions = (table: ChoiceTable) => {
  const text = useText();
  return (table as Choices).map(([value, ...label]) => ({
    value,
    label: text(label),
    look: lookOf(table, value),
  }));
};

const Input = (props: InputProps<'choice'>) => (
  <SelectInput {...props} options={useOptions(tableIn(props.field, props.values))} />
);

/** Values with the same label are one option, which finds them all. */
const Filter = (props: FilterProps<'choice'>) => (
  <SelectFilter {...props} options={mergeOptions(useOptions(props.field.of))} />
);

export const view: FieldView<'choice'> = { graphical: true, Cell, Input, Filter };
