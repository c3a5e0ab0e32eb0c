import type { AnyEntity, Field } from '../../../config';
import { fieldOf } from '../parts/fieldsOf';

export type ShownField = readonly [string, Field];

export interface CardFields {
  /** What tells the records apart where all of them have the same title. */
  readonly lead?: ShownField;
  /** States, shown as chips beside each other. */
  readonly states: readonly ShownField[];
  /** Everything else worth a line. */
  readonly facts: readonly ShownField[];
}

/** A choice whose values have tones: they say at a glance how a record is. */
const isState = (field: Field) =>
  field.kind === 'choice' && Object.keys((field as Field<'choice'>).of.tones).length > 0;

/** A card is glanced at: it leaves out what has no room. */
const FACTS = 4;

/**
 * What a card shows besides its title: the states among an entity's columns, and the first of the others.
 * @param without a field that needs not be said where the card is
 */
export const cardFields = (entity: AnyEntity, without?: string): CardFields => {
  const shown = (entity.columns as readonly string[]).flatMap((name) => {
    const field = fieldOf(entity, name);
    return field && name !== entity.title && name !== without ? [[name, field] as const] : [];
  });
  const states = shown.filter(([, field]) => isState(field));
  const others = shown.filter((each) => !states.includes(each));
  const lead = entity.title === without ? others[0] : undefined;
  return { lead, states, facts: others.filter((each) => each !== lead).slice(0, FACTS) };
};
