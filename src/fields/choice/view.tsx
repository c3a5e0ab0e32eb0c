import type { Choices, ChoiceTable } from '../../domain/choices';
import { choiceLabel, type Tone } from '../../domain/choices';
import { isNothing, Nothing } from '../controls/Nothing';
import { PickBox } from '../controls/PickBox';
import { PickFilter } from '../controls/PickFilter';
import { ToneChip } from '../controls/ToneChip';
import { useText } from '../controls/useText';
import type { CellProps, FieldView, FilterProps, InputProps } from '../FieldView';

const toneOf = ({ tones }: ChoiceTable, value: unknown): Tone | undefined =>
  (tones as Readonly<Record<string, Tone>>)[String(value)];

const Cell = ({ field, value }: CellProps<'choice'>) => {
  const text = useText();
  if (isNothing(value)) return <Nothing />;
  const label = choiceLabel(field.of, value);
  return <ToneChip tone={toneOf(field.of, value)} label={label ? text(label) : String(value)} />;
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

export const view: FieldView<'choice'> = { Cell, Input, Filter };
