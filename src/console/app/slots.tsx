import { Box } from '@mui/material';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { isBlank, type Row, type Slot } from '../../config';
import { type Loadable, loadable } from '../../fields/views/loadable';
import { useText } from '../../fields/views/reader';
import { valueCell } from '../../fields/views/valueCell';
import type { NamedField } from './record';

/** Caches one component per slot: a new one for each render would lose its state. */
const components = new WeakMap<Slot<never>, Loadable<object>>();

const componentOf = (slot: Slot<never>): Loadable<object> => {
  const cached = components.get(slot);
  if (cached) return cached;
  // Config knows no React, so the type of its components is a plain function of properties.
  const component = loadable(
    async () => ({ Component: (await slot.load()) as ComponentType }),
    'Component',
  );
  components.set(slot, component);
  return component;
};

interface Props<P extends object> {
  readonly slot: Slot<P>;
  /** Props for the component, besides those of its declaration. */
  readonly slotProps: P;
}

/** Component that a slot declares; renders nothing until it is loaded. */
export const SlotComponent = <P extends object>({ slot, slotProps }: Props<P>) => {
  const Component = componentOf(slot);
  return <Component {...slotProps} {...slot.props} />;
};

/**
 * Loads the inputs that fields declare before a form shows: one that comes later would take the focus from the operator
 * who types. @returns true once they are there; one that failed is loaded again when it is rendered
 */
export const useLoadedInputs = (fields: readonly NamedField[]): boolean => {
  const [isLoaded, setIsLoaded] = useState(() => !fields.some(({ field }) => field.slots?.input));
  const load = useEffectEvent(() =>
    Promise.allSettled(
      fields.map(({ field }) => field.slots?.input && componentOf(field.slots.input).load()),
    ),
  );
  useEffect(() => {
    void load().then(() => setIsLoaded(true));
  }, []);
  return isLoaded;
};

interface ValueProps extends NamedField {
  readonly record: Row;
  /** Full form, for a detail. */
  readonly full?: boolean;
}

/** Value of a record: by the component that the field declares for the place, else by the one of its kind. */
export const FieldCell = ({ name, field, record, full = false }: ValueProps) => {
  const text = useText();
  const slot = (full ? field.slots?.detail : undefined) ?? field.slots?.cell;
  if (slot)
    return <SlotComponent slot={slot} slotProps={{ source: name, label: text(field.label) }} />;
  if (field.unset && isBlank(record[name])) {
    return <Box sx={{ color: 'text.secondary' }}>{text(field.unset)}</Box>;
  }
  return valueCell({ field, name, value: record[name], record, full });
};
