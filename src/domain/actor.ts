import { faultCode } from './alarm';
import { cardVerdict } from './card';
import { choiceLabel, filledLabel, type Label, textOf } from './label';
import { LOCK } from './lock';
import { SOURCE } from './ticket';

/** Fields of a lock history record that tell who caused it. */
export type LockEventFields = {
  readonly [F in
    | ('lock_action' | 'lock_status' | 'operate_source' | 'operate_name')
    | ('icc_card_no' | 'icc_card_name' | 'card_verdict' | 'fault_code')]?: unknown;
};

const PASSWORD: Label = ['Password', '密码'];
const BLUETOOTH: Label = ['Bluetooth key', '蓝牙钥匙'];
const LOCK_ITSELF: Label = ['Lock, automatically', '锁自动'];
const ON_SITE: Label = ['On site', '现场'];
const NOT_REPORTED: Label = ['Not reported', '未上报'];
const NOT_OURS: Label = ['Remote, not from this console', '远程（非本平台）'];
const NO_AUTHORISER: Label = ['Authorised, by whom not reported', '授权（未上报人员）'];

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).trim();

/** Rule, schedule or operator whose command the lock executed; undefined if the server knows of none. */
const senderOf = ({ operate_source, operate_name }: LockEventFields): Label | undefined => {
  const name = text(operate_name);
  if (name === '') return undefined;
  if (operate_source === SOURCE.regionalRule)
    return filledLabel(['Regional rule %{name}', '区域刷卡规则 %{name}'], { name });
  if (operate_source === SOURCE.schedule)
    return filledLabel(['Schedule %{name}', '定时任务 %{name}'], { name });
  return [name, name];
};

const cardOf = ({ icc_card_no, icc_card_name }: LockEventFields): Label | undefined => {
  const [number, name] = [text(icc_card_no), text(icc_card_name)];
  if (number === '') return name === '' ? undefined : [name, name];
  return name === ''
    ? [`Card ${number}`, `卡 ${number}`]
    : [`${name} · ${number}`, `${name} · ${number}`];
};

/** Card that was refused, with the server's verdict or else the lock's. */
const refusedCardOf = ({ icc_card_no, card_verdict }: LockEventFields): Label => {
  const verdict = choiceLabel(cardVerdict, card_verdict) ?? ['Illegal card', '非法卡'];
  const number = text(icc_card_no);
  const [en, zh] = number === '' ? ['Card', '卡'] : [`Card ${number}`, `卡 ${number}`];
  return [`${en} (${verdict[0].toLowerCase()})`, `${zh}（${verdict[1]}）`];
};

/** Lock with its fault, whose first letter is small unless it is an abbreviation. */
const faultOf = ({ fault_code }: LockEventFields): Label => {
  const fault = choiceLabel(faultCode, fault_code);
  if (!fault) return ['Lock', '锁'];
  const name = fault[0].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  return [`Lock (${name})`, `锁（${fault[1]}）`];
};

/** Returns who sealed, unsealed or opened a lock, as far as the record tells. */
export const actorOf = (event: LockEventFields): Label => {
  switch (event.lock_action) {
    case 1:
    case 12:
      return senderOf(event) ?? NOT_OURS;
    case 2:
    case 3:
    case 11:
      return PASSWORD;
    case 4:
    case 10:
      return BLUETOOTH;
    case 5:
    case 9:
      return cardOf(event) ?? NOT_REPORTED;
    case 6:
      return faultOf(event);
    case 7:
      return event.operate_source === SOURCE.regionalRule
        ? (senderOf(event) ?? LOCK_ITSELF)
        : LOCK_ITSELF;
    case 8:
      return LOCK_ITSELF;
    case 13:
      return cardOf(event) ?? NO_AUTHORISER;
    case 14:
      return refusedCardOf(event);
    default:
      return event.lock_status === LOCK.closed || event.lock_status === LOCK.open
        ? ON_SITE
        : NOT_REPORTED;
  }
};

/** True for a refused card, whose line has the error tone. */
export const isRefusedCard = ({ lock_action }: LockEventFields): boolean => lock_action === 14;

export const actorText = (event: LockEventFields, locale: Parameters<typeof textOf>[1]): string =>
  textOf(actorOf(event), locale);
