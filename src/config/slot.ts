/**
 * A component in one place of a screen, loaded when it is first shown: react-admin's, its community's or our own. It
 * finds the record, the list or the form around it in react-admin's contexts. `P` is what its place hands it.
 */
export interface Slot<P = Record<never, never>> {
  /** Config knows no React: a component is a function of its properties. */
  readonly load: () => Promise<(props: P) => unknown>;
  /** Properties that the declaration adds. */
  readonly props: object;
}

/**
 * Declares the component of a slot: `slot(async () => (await import('react-admin')).ReferenceField, { reference: 'org' })`.
 * @param props what the component needs besides what its place hands it
 */
export const slot = <P, const G extends Partial<P> = Record<never, never>>(
  load: () => Promise<(props: P) => unknown>,
  props?: G & Partial<P>,
): Slot<Omit<P, keyof G>> => ({ load: load as Slot<Omit<P, keyof G>>['load'], props: props ?? {} });

/** What a component that shows a value is handed; the record is in the context around it. */
export interface ValueSlotProps {
  /** The field's name. */
  readonly source: string;
  /** In the reader's language. */
  readonly label: string;
}

/** What an input of a form is handed; the form is in the context around it. */
export interface InputSlotProps extends ValueSlotProps {
  /** The declared help; false for none. */
  readonly helperText: string | false;
  /** The declaration's rules judge the value; this marks the label only. */
  readonly isRequired: boolean;
  readonly disabled: boolean;
  readonly autoFocus: boolean;
}

/** What an input of the filter bar is handed; the form around it applies each change. */
export interface FilterSlotProps extends ValueSlotProps {
  readonly helperText: false;
}

/** Components that take a field's place, each in one part of the screens. */
export interface FieldSlots {
  /** In tables, on cards and in related lists. */
  readonly cell?: Slot<ValueSlotProps>;
  /** In the filter bar. */
  readonly filter?: Slot<FilterSlotProps>;
  /** In forms. */
  readonly input?: Slot<InputSlotProps>;
  /** In the detail; without it the cell's. */
  readonly detail?: Slot<ValueSlotProps>;
}

/** Components that an entity's screens have besides their own parts. */
export interface EntitySlots {
  /** In the head of the list, before its buttons. */
  readonly toolbar?: Slot;
  /** In each row and on each card, before its buttons. */
  readonly row?: Slot;
  /** In the form, after its inputs. */
  readonly form?: Slot;
  /** In the head of the detail, after what the head says. */
  readonly head?: Slot;
  /** In the detail, before the values. */
  readonly detail?: Slot;
}
