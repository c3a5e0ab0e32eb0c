import type { AnyEntity, Field } from '../../../config';
import { fieldOf } from '../parts/fieldsOf';

export interface CardFields {
  /** States, shown as chips beside each other. */
  readonly states: readonly (readonly [string, Field])[];
  /** Everything else worth a line. */
  readonly facts: readonly (readonly [string, Field])[];
}

/** A choice whose values have tones: they say at a glance how a record is. */
const isState = (field: Field) =>
  field.kind === 'choice' && Object.keys((field as Field<'choice'>).of.tones).length > 0;

/** A card is glanced at: it leaves out what has no room. */
const FACTS = 4;

/** What a card shows besides its title: the states among an entity's columns, and the first of the others. */
export const cardFields = (entity: AnyEntity): CardFields => {
  const shown = (entity.columns as readonly string[]).flatMap((name) => {
    const field = fieldOf(entity, name);
    return field && name !== entity.title ? [[name, field] as const] : [];
  });
  const states = shown.filter(([, field]) => isState(field));
  return { states, facts: shown.filter((each) => !states.includes(each)).slice(0, FACTS) };
};
