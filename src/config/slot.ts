/**
 * Component in one place of a screen: of react-admin, its community or our own. It is loaded when first shown and reads
 * the record, list or form around it from react-admin's contexts. `P` are the properties that the place passes.
 */
export interface Slot<P = Record<never, never>> {
  /** `config` must not import React, so a component is a function of its properties. */
  readonly load: () => Promise<(props: P) => unknown>;
  /** Additional properties from the declaration. */
  readonly props: object;
  readonly component: Origin<(props: P) => unknown>;
}

/** Origin of a component: its name in the customer's `custom/console.tsx`, or a function that loads it. */
export type Origin<M> = string | (() => Promise<M>);

/** Loads what an origin names. The start of the server has checked that the customer's code has it. */
export const loadFrom = async <M>(origin: Origin<M>): Promise<M> => {
  if (typeof origin !== 'string') return origin();
  const modules = import.meta.glob<Readonly<Record<string, unknown>>>('@custom/console.tsx');
  const [load] = Object.values(modules);
  return (await load?.())?.[origin] as M;
};

/**
 * Declares the component of a slot: one of the customer's by name, or that of a package: `slot(async () => (await
 * import('react-admin')).ReferenceField, { reference: 'org' })`.
 * @param props properties in addition to those that the place passes
 */
export const slot = <P = object, const G extends Partial<P> = Record<never, never>>(
  component: Origin<(props: P) => unknown>,
  props?: G & Partial<P>,
): Slot<Omit<P, keyof G>> =>
  ({
    load: () => loadFrom(component),
    props: props ?? {},
    component,
  }) as Slot<Omit<P, keyof G>>;

/** Properties of a component that shows a value. The record is in the context around it. */
export interface ValueSlotProps {
  readonly source: string;
  readonly label: string;
}

/** Properties of an input in a form. The form is in the context around it. */
export interface InputSlotProps extends ValueSlotProps {
  /** The declared help; false if there is none. */
  readonly helperText: string | false;
  /** Only marks the label; the declaration's rules validate the value. */
  readonly isRequired: boolean;
  readonly disabled: boolean;
  readonly autoFocus: boolean;
}

/** Properties of an input in the filter bar. The form around it applies each change. */
export interface FilterSlotProps extends ValueSlotProps {
  readonly helperText: false;
}

/** Components that replace those of a field, by place. */
export interface FieldSlots {
  /** In tables, on cards and in related lists. */
  readonly cell?: Slot<ValueSlotProps>;
  /** In the filter bar. */
  readonly filter?: Slot<FilterSlotProps>;
  /** In forms. */
  readonly input?: Slot<InputSlotProps>;
  /** In the detail; `cell` by default. */
  readonly detail?: Slot<ValueSlotProps>;
}

/** Additional components on an entity's screens. */
export interface EntitySlots {
  /** Above the list. */
  readonly top?: Slot;
  /** In the head of the list, before its buttons. */
  readonly toolbar?: Slot;
  /** In each row and on each card, before its buttons. */
  readonly row?: Slot;
  /** In the form, after its inputs. */
  readonly form?: Slot;
  /** In the head of the detail, after its fields. */
  readonly head?: Slot;
  /** In the detail, before the timeline or, without one, before the values. */
  readonly detail?: Slot;
}
