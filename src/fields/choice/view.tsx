import type { Choices, ChoiceTable, Tone } from '../../domain/choices';
import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import { PickBox } from '../controls/PickBox';
import { PickFilter } from '../controls/PickFilter';
import { ToneChip } from '../controls/ToneChip';
import { useReaderLocale, useText } from '../controls/useText';
import type { CellProps, FieldView, FilterProps, InputProps } from '../FieldView';
import { SinceChip } from './SinceChip';
import { wordsOf } from './wordsOf';

/** A table without tones names kinds, not states: a sign would say nothing that the word does not. */
const toneOf = ({ tones }: ChoiceTable, value: unknown): Tone | undefined =>
  Object.keys(tones).length === 0
    ? undefined
    : ((tones as Readonly<Record<string, Tone>>)[String(value)] ?? 'default');

const Cell = ({ field, value, record, full }: CellProps<'choice'>) => {
  const locale = useReaderLocale();
  if (isNothing(value)) return <Nothing />;
  const words = wordsOf(field, value, locale);
  const tone = toneOf(field.of, value);
  const [held, moment = ''] = field.since ?? [];
  const since = held === value ? record[moment] : undefined;
  if (typeof since === 'number') return <SinceChip tone={tone} label={words} since={since} />;
  return tone ? <ToneChip tone={tone} label={words} /> : <CutText text={words} full={full} />;
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
  <PickBox {...props} options={useOptions(props.field.of)} />
);

const Filter = (props: FilterProps<'choice'>) => (
  <PickFilter {...props} options={useOptions(props.field.of)} />
);

export const view: FieldView<'choice'> = { sign: true, Cell, Input, Filter };
