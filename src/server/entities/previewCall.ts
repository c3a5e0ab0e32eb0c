import type { AnyEntity } from '../../config';
import { actionPath } from '../../protocol';
import type { SignedInCall } from '../calls';
import { checkRecord } from './checkChange';
import type { EntityRoom } from './EntityRoom';
import { fieldsIn, fieldsOf } from './fieldsOf';
import { formJson } from './jsonSchema';
import { valuesOf } from './validate';

/** Tells what `add` would make of a form, without making it. */
export const previewCall = (entity: AnyEntity, room: EntityRoom): SignedInCall => ({
  path: actionPath(entity.name, 'preview'),
  label: [`${entity.label[0]}: Preview`, `${entity.label[1]}：预览`],
  code: `${entity.name}:preview`,
  kind: 'preview',
  access: 'granted',
  changes: false,
  request: formJson(fieldsIn(entity, 'create')),
  answer: {
    type: 'object',
    properties: {
      total: { type: 'integer' },
      samples: { type: 'array', items: { type: 'string' } },
      problems: { type: 'array', items: { type: 'string' } },
    },
  },
  work: async ({ body, locale, permits }, caller) => {
    const work = room.rules[entity.name]?.preview;
    if (!work) throw new Error(`No rule previews ${entity.name}`);
    const values = await valuesOf(fieldsOf(entity), 'create', body, room.key);
    checkRecord(entity, values);
    return work(values, { db: room.db, caller, locale, permits, now: room.now() });
  },
});
