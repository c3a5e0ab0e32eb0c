import { PROTOCOL } from '../../../domain/family';
import { authenticate, register } from './authentication';
import { DOWN, hexCode, UP } from './codes';
import { uint16, writeFrame, writeShortFrame } from './frames';
import { wantsAnswer } from './jt705a';
import { decodeLocation, decodeLocationBatch, decodeStoredLocations, describe } from './locations';
import type { DecodeMessage } from './messageContext';
import { decode705aRecord } from './records';
import { decodeAttributes, decodeMissingParts, decodeUpgradeResult } from './upgrade';

/** Treatment of a message from the lock. */
export interface MessageSpec {
  readonly decode: DecodeMessage;
  /**
   * `stored`: the general answer, once the message is stored. `itself`: `decode` answers. `never`: the message is an
   * answer itself. Parts of an unfinished message get the general answer at once, except `never`.
   */
  readonly acknowledged: 'stored' | 'itself' | 'never';
  /** The body has passwords, licence plates, card or SIM numbers: the log masks it. */
  readonly isHidden?: boolean;
  /** Accepted of a lock that must authenticate first. */
  readonly isBeforeAuthentication?: boolean;
}

/** The time in UTC, `yymmddhhmmss` in BCD. */
const sendTime: DecodeMessage = ({ message, now, serials }) => {
  const digits = new Date(now).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  const body = Buffer.from(digits, 'hex');
  return { reply: writeFrame(message, { code: DOWN.time, serial: serials.next(), body }) };
};

const endUpgrade: DecodeMessage = (context) => {
  const { message, lock } = context;
  const result = decodeUpgradeResult(message.body);
  if (result === undefined) return describe(context);
  return {
    content: { message: hexCode(message.code), result: message.body[1] },
    results: [lock.inFlight.finishUpgrade(result)],
  };
};

const resendParts: DecodeMessage = ({ message, lock, now }) => {
  const lacking = decodeMissingParts(message.body);
  const effects = lacking.length > 0 ? lock.inFlight.receiveMissing(message, now) : {};
  return { content: { message: hexCode(message.code), lacking }, ...effects };
};

/** The attributes repeat no serial: JT/T 808-2013 table 20, 2019 table 21. */
const decodeAttributesAnswer: DecodeMessage = ({ message, lock, now }) => {
  const version = decodeAttributes(message.body)?.firmware;
  return {
    content: { message: hexCode(message.code), version },
    ...(version && { reports: [{ ts: now, report_reson: 0, version }] }),
    ...lock.inFlight.receiveAttributes(message, now),
  };
};

/** An answer to a command in flight, by whose serial it begins. */
const answer = (isHidden: boolean): MessageSpec => ({
  decode: ({ message, lock, now }) => {
    const { code, body } = message;
    return {
      content: {
        message: hexCode(code),
        to: body.length >= 2 ? body.readUInt16BE(0) : undefined,
        ...(!isHidden && { answer: body.toString('hex', 2) }),
      },
      ...lock.inFlight.receiveAnswer(message, now),
    };
  },
  acknowledged: 'never',
  isHidden,
});

const ANSWER = answer(false);
const HIDDEN_ANSWER = answer(true);

/** A message of the JT705A, which wants its own short answer, and only if bit 15 of the attributes is set. */
const jt705a = (decodeBody: DecodeMessage): MessageSpec => ({
  decode: (context) => {
    const { id, code, attributes } = context.message;
    context.lock.isJt705a = true;
    const result = Buffer.concat([uint16(code), Buffer.of(0)]);
    return {
      ...decodeBody(context),
      protocol: PROTOCOL.jt808,
      ...(wantsAnswer(attributes) && {
        acknowledgement: writeShortFrame(id, DOWN.jt705aAnswer, result),
      }),
    };
  },
  acknowledged: 'itself',
});

/** Any message that is not in the table, such as a heartbeat. */
export const SIGN_OF_LIFE: MessageSpec = { decode: describe, acknowledged: 'stored' };

/** The conversation: messages from the lock, by code. A body must be as long as its header says. */
export const messages: Readonly<Record<number, MessageSpec>> = {
  [UP.timeRequest]: { decode: sendTime, acknowledged: 'itself' },
  [UP.register]: {
    decode: register,
    acknowledged: 'itself',
    isHidden: true,
    isBeforeAuthentication: true,
  },
  [UP.authenticate]: {
    decode: authenticate,
    acknowledged: 'itself',
    isHidden: true,
    isBeforeAuthentication: true,
  },
  [UP.location]: { decode: decodeLocation(true), acknowledged: 'stored' },
  [UP.storedLocations]: { decode: decodeStoredLocations, acknowledged: 'stored' },
  [UP.locationBatch]: { decode: decodeLocationBatch, acknowledged: 'stored' },
  [UP.missingParts]: { decode: resendParts, acknowledged: 'stored' },
  [UP.upgradeResult]: { decode: endUpgrade, acknowledged: 'stored' },
  [UP.driver]: { decode: describe, acknowledged: 'stored', isHidden: true },
  [UP.jt705aLive]: jt705a(decodeLocation(true, decode705aRecord)),
  [UP.jt705aStored]: jt705a(decodeLocation(false, decode705aRecord)),
  [UP.jt705aHeartbeat]: jt705a(() => ({})),
  [UP.generalAnswer]: ANSWER,
  [UP.parameters]: HIDDEN_ANSWER,
  [UP.attributes]: { decode: decodeAttributesAnswer, acknowledged: 'never', isHidden: true },
  [UP.locationAnswer]: ANSWER,
  [UP.hhdParametersSet]: ANSWER,
  [UP.hhdParameters]: HIDDEN_ANSWER,
  [UP.hhdCardsSet]: ANSWER,
  [UP.hhdCards]: ANSWER,
  [UP.hhdCardsChecksum]: ANSWER,
  [UP.hhdBusinessDataSet]: ANSWER,
  [UP.vehicleControlAnswer]: ANSWER,
};
