import { type AnyEntity, type Console, labelWith, type Verb, verbLabels } from '../../config';
import type { NamedRecords, SignedInCall, Values } from '../calls';
import { verbPath } from '../rights';
import { fieldsOf } from './fieldsOf';
import { idsIn } from './idsIn';
import { refusalOf } from './refusalOf';
import { schemasOf } from './schemasOf';

/** These neither change anything nor need a sign that is good for one call only. */
const READS: readonly Verb[] = ['list', 'get', 'export'];

/** What is taken out of the house in bulk is written down, as what is changed; a template is neither. */
const LOGGED: readonly Verb[] = ['add', 'update', 'delete', 'export', 'import'];

/** The records that a verb is about; of an export or import none in particular. */
const recordsOf = (verb: Verb, { wire }: Console, body: Values, data: unknown): NamedRecords => {
  if (verb === 'update') return idsIn(body[wire.id]);
  if (verb === 'delete') return idsIn(body[wire.ids]);
  return idsIn(verb === 'add' ? (data as Values | null)?.id : []);
};

/** The call of one verb of an entity. */
export const verbCall = (
  entity: AnyEntity,
  verb: Verb,
  config: Console,
  work: SignedInCall['work'],
): SignedInCall => ({
  path: verbPath(entity, verb),
  label: labelWith(entity, verbLabels[verb]),
  code: `${entity.name}:${verb}`,
  kind: verb,
  access: 'granted',
  entity: entity.name,
  records: (body, data) => recordsOf(verb, config, body, data),
  changes: !READS.includes(verb),
  logged: (body) => LOGGED.includes(verb) && body.template !== true,
  secrets: Object.entries(fieldsOf(entity))
    .filter(([, { kind }]) => kind === 'password')
    .map(([name]) => name),
  ...schemasOf(entity, config)[verb],
  work: async (context, caller) => {
    try {
      return await work(context, caller);
    } catch (error) {
      throw refusalOf(error, entity, config);
    }
  },
});
