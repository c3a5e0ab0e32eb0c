import { labelWith } from '../../domain/label';
import { buttonCode } from '../../protocol';
import { previewContract } from '../../protocol/contracts/records';
import { answering } from '../calls/answering';
import {
  type CallContext,
  type Caller,
  invalidInput,
  type SignedInEndpoint,
} from '../calls/endpoint';
import { checkRecord, stampsOf } from './changes';
import { type RuleSubject, ruleContext } from './dependencies';
import { fieldsIn, fieldsOf } from './fieldsOf';
import { formJson } from './jsonSchema';
import { problemLabel, refusing } from './refusalOf';
import { parseValues } from './values';

const preview = async (
  { entity, table, dependencies }: RuleSubject,
  context: CallContext,
  caller: Caller,
) => {
  const work = dependencies.rules[entity.name]?.preview;
  if (!work) throw new Error(`No rule previews ${entity.name}`);
  const fields = fieldsOf(entity);
  const values = await parseValues(fields, 'create', context.body, dependencies.key);
  const rules = ruleContext(dependencies, dependencies.db, context, caller);
  checkRecord(entity, { ...values, ...(await stampsOf(entity, rules)) });
  const stored = Object.entries(values).filter(([name]) => !fields[name]?.virtual);
  const problems = await table.problems([Object.fromEntries(stored)], rules.scope);
  if (problems.length > 0) {
    const wrong = problems.map((problem) => [problem.field, problemLabel(entity, problem)]);
    throw invalidInput(Object.fromEntries(wrong));
  }
  return work(values, rules);
};

/** Call `preview`: shows what `add` would create, without creating it. It fails if `add` would. */
export const previewCall = (subject: RuleSubject): SignedInEndpoint => {
  const { entity, dependencies } = subject;
  return answering(previewContract(entity.name, labelWith(entity.label, ['Preview', '预览'])), {
    code: buttonCode(entity.name, 'preview'),
    kind: 'preview',
    access: 'granted',
    changes: false,
    declared: formJson(fieldsIn(entity, 'create')),
    work: refusing(dependencies.config, entity, (context: CallContext, caller) =>
      preview(subject, context, caller),
    ),
  });
};
