import { isBlank } from '../../config';
import { localTime, offlineText } from '../../domain/figures';
import type { Choices, ChoiceTable, Tone } from '../../domain/label';
import { EmptyCell, Hint, ToneChip, TruncatedText } from '../views/cells';
import { mergeOptions, SelectFilter } from '../views/filters';
import { SelectInput } from '../views/inputs';
import { useNow, useReaderLocale, useText } from '../views/reader';
import type { CellProps, FieldView, FilterProps, InputProps } from '../views/registry';
import { choiceText } from './choice.schema';

interface Props {
  readonly tone: Tone | undefined;
  readonly label: string;
  /** Epoch ms. */
  readonly since: number;
}

/** State with its elapsed time, which is updated; the tooltip shows its start. */
const SinceChip = ({ tone, label, since }: Props) => {
  const locale = useReaderLocale();
  const lasted = offlineText(useNow() - since, locale);
  return (
    <Hint title={localTime(since)}>
      <ToneChip tone={tone} label={lasted === null ? label : `${label} · ${lasted}`} />
    </Hint>
  );
};

/** A table without tones names kinds, not states, so a shape would add nothing to the label. */
const toneOf = ({ tones }: ChoiceTable, value: unknown): Tone | undefined =>
  Object.keys(tones).length === 0
    ? undefined
    : ((tones as Readonly<Record<string, Tone>>)[String(value)] ?? 'default');

const Cell = ({ field, value, record, full }: CellProps<'choice'>) => {
  const locale = useReaderLocale();
  if (isBlank(value)) return <EmptyCell />;
  const words = choiceText(field.of, value, locale);
  const tone = toneOf(field.of, value);
  const [stateValue, timeField = ''] = field.since ?? [];
  const since = stateValue === value ? record[timeField] : undefined;
  if (typeof since === 'number') return <SinceChip tone={tone} label={words} since={since} />;
  return tone ? <ToneChip tone={tone} label={words} /> : <TruncatedText text={words} full={full} />;
};

const useOptions = (table: ChoiceTable) => {
  const text = useText();
  return (table as Choices).map(([value, ...label]) => ({
    value,
    label: text(label),
    tone: toneOf(table, value),
  }));
};

const Input = (props: InputProps<'choice'>) => (
  <SelectInput {...props} options={useOptions(props.field.of)} />
);

/** Values with the same label are one option, which finds them all. */
const Filter = (props: FilterProps<'choice'>) => (
  <SelectFilter {...props} options={mergeOptions(useOptions(props.field.of))} />
);

export const view: FieldView<'choice'> = { sign: true, Cell, Input, Filter };
