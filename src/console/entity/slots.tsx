import { Box } from '@mui/material';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { type Field, type InputSlotProps, isBlank, type Row, type Slot } from '../../config';
import { useText } from '../../fields/reader';
import { viewOf } from '../../fields/views';

type Loaded = LazyExoticComponent<ComponentType<object>>;

/** One component for each declared slot: another one each time it is drawn would lose its state. */
const components = new WeakMap<Slot<never>, Loaded>();

const componentOf = (slot: Slot<never>): Loaded => {
  const cached = components.get(slot);
  if (cached) return cached;
  const loaded = lazy(async () => ({
    // What config, which knows no React, calls a function of properties.
    default: (await slot.load()) as ComponentType<object>,
  }));
  components.set(slot, loaded);
  return loaded;
};

interface Props<P extends object> {
  readonly slot: Slot<P>;
  /** Props for the component, besides those of its declaration. */
  readonly slotProps: P;
}

/** The component that a slot declares; nothing until it is loaded. */
export const SlotComponent = <P extends object>({ slot, slotProps }: Props<P>) => {
  const Component = componentOf(slot);
  return (
    <Suspense>
      <Component {...slotProps} {...slot.props} />
    </Suspense>
  );
};

interface ValueProps {
  readonly name: string;
  readonly field: Field;
  readonly record: Row;
  /** In a detail there is room. */
  readonly full?: boolean;
}

/** One value of the record around: by the component that the field declares for the place, else as its kind shows it. */
export const FieldCell = ({ name, field, record, full = false }: ValueProps) => {
  const text = useText();
  const slot = (full ? field.slots?.detail : undefined) ?? field.slots?.cell;
  if (slot)
    return <SlotComponent slot={slot} slotProps={{ source: name, label: text(field.label) }} />;
  if (field.unset && isBlank(record[name])) {
    return <Box sx={{ color: 'text.secondary' }}>{text(field.unset)}</Box>;
  }
  const { Cell } = viewOf(field);
  return <Cell field={field} name={name} value={record[name]} record={record} full={full} />;
};

interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly slot: Slot<InputSlotProps>;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

/** The input that a field declares for forms; react-admin's form has to be around it. */
export const InputSlot = ({
  name,
  field,
  slot,
  disabled = false,
  autoFocus = false,
}: InputProps) => {
  const text = useText();
  const slotProps: InputSlotProps = {
    source: name,
    label: text(field.label),
    helperText: field.help ? text(field.help) : false,
    isRequired: field.required,
    disabled,
    autoFocus,
  };
  return <SlotComponent slot={slot} slotProps={slotProps} />;
};
