import { CallError, FileAnswer, type JsonSchema } from '../../calls';
import type { ActionAnswer, Refusal } from '../EntityRules';

export const actionAnswerJson: JsonSchema = {
  type: 'object',
  properties: {
    done: { type: 'integer' },
    failed: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, why: { type: 'string' } },
      },
    },
    message: { type: 'string' },
  },
};

/**
 * What an action's call answers.
 * @param answer what its work answered
 * @param failed the records that the work was not given
 * @throws CallError `conflict` with all reasons in its data, when it was done with no record
 */
export const actionAnswer = (
  answer: ActionAnswer | FileAnswer,
  failed: readonly Refusal[],
): ActionAnswer | FileAnswer => {
  if (answer instanceof FileAnswer) return answer;
  const all = [...failed, ...(answer.failed ?? [])];
  const [first] = all;
  if (answer.done > 0 || !first) return { ...answer, failed: all };
  throw new CallError('conflict', [first.why, first.why], { data: { failed: all } });
};
