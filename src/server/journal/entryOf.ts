import { type Locale, textOf } from '../../domain/label';
import type { Envelope } from '../../protocol';
import type { Call, Operator, Values } from '../calls';
import type { Entry } from './openJournal';
import { redact, shortened } from './redact';

/** A call that has been answered. */
export interface AnsweredCall {
  readonly call: Call;
  readonly body: Values;
  readonly locale: Locale;
  readonly oper?: Operator;
  readonly address: string;
  readonly answer: Envelope<unknown>;
  /** ms since 1970. */
  readonly started: number;
  readonly ended: number;
}

/** Calls of nobody known belong to the organisation above all others. */
const ROOT_ORG = 1;

const nameOf = ({ oper, body }: AnsweredCall): string =>
  oper?.operName ?? String(body.username || body.phone || '');

/** The row of the operation log. Limits are those of the log's fields. */
export const entryOf = (answered: AnsweredCall): Entry => {
  const { call, body, locale, oper, address, answer, started, ended } = answered;
  const { verify, data } = answer;
  const success = verify.sign === 'success';
  return {
    orgId: oper?.org_id ?? ROOT_ORG,
    records: call.records?.(body, data),
    row: {
      create_time: started,
      title: textOf(call.label, locale).slice(0, 80),
      instruct: call.code.slice(0, 80),
      business_type: call.kind.slice(0, 40),
      operate_name: nameOf(answered).slice(0, 80),
      operate_address: address.slice(0, 60),
      operate_url: call.path.slice(0, 120),
      request_method: 'POST',
      entity: call.entity ?? null,
      request_body: shortened(redact(body, call.secrets)),
      response_body: shortened({ verify, data: redact(data, call.secrets) }),
      success,
      error_msg: success ? null : verify.desc.slice(0, 400),
      duration: ended - started,
    },
  };
};
