import type { DecodedFrame } from '../protocolFamily';
import { hexCode } from './codes';
import { redactFrame } from './frames';
import { knowledgeOf, traitsOf } from './knowledge';
import type { DecodeMessage, Jt808Lock, MessageContext } from './messageContext';
import {
  type DecodeRecord,
  decodeRecords,
  decodeStandardRecord,
  type RecordSlice,
  sliceRecords,
} from './records';

/** Second byte of a batch of buffered records; a live batch has 0. */
const BUFFERED_BATCH = 1;
/** A shorter 0x0210 carries the battery level instead. */
const MIN_STORED_BYTES = 28;

/** Decodes a message that is one record. @param isLive true if the lock sent it when it made it */
export const decodeLocation =
  (isLive: boolean, decodeRecord?: DecodeRecord): DecodeMessage =>
  (context) =>
    decodeLocations(context, [{ begin: 0, body: context.message.body }], isLive, decodeRecord);

export const decodeLocationBatch: DecodeMessage = (context) => {
  const { body } = context.message;
  if (body.length <= 3) return describe(context);
  return decodeLocations(context, sliceRecords(body, 3, 2), body[2] !== BUFFERED_BATCH);
};

export const decodeStoredLocations: DecodeMessage = (context) => {
  const { code, body } = context.message;
  if (body.length <= MIN_STORED_BYTES)
    return { content: { message: hexCode(code), battery: body[0] } };
  return decodeLocations(context, sliceRecords(body, 0, 1), false);
};

/** Decodes nothing but the code. */
export const describe: DecodeMessage = ({ message: { code } }) => ({
  content: { message: hexCode(code) },
});

/** @param isLive true if the lock sent the records when it made them */
const decodeLocations = (
  { message, frame, lock, now, knowledge }: MessageContext,
  slices: readonly RecordSlice[],
  isLive: boolean,
  decodeRecord: DecodeRecord = decodeStandardRecord,
): Partial<DecodedFrame> => {
  const { id, code } = message;
  const lockKnowledge = knowledgeOf(knowledge, id);
  const decoded = decodeRecords(slices, decodeRecord, {
    id,
    knowledge: lockKnowledge,
    isLive,
    now,
  });
  const { reports, contents, hidden } = decoded;
  const rejections = slices.length === 0 ? ['no location in it'] : decoded.rejections;
  const isTrusted = reports.length > 0;
  const defects = [...decoded.warnings, ...(isTrusted ? rejections : [])];
  const warning = newWarnings(lock, defects).join('; ');
  return {
    content: { message: hexCode(code), records: contents },
    reports,
    traits: traitsOf(lockKnowledge),
    results: lock.inFlight.finishByMotor(decoded.motorResults, isLive),
    ...(hidden.length > 0 && { maskedFrame: redactFrame(frame, hidden) }),
    ...(warning && { warning }),
    ...(!isTrusted && rejections[0] !== undefined && { rejected: rejections[0] }),
  };
};

/** Filters out warnings that were given before: a wrong clock is wrong in every report. */
const newWarnings = (lock: Jt808Lock, warnings: readonly string[]): readonly string[] =>
  warnings.filter((warning) => {
    const kind = warning.replaceAll(/\d+/g, '');
    const isNew = !lock.warnings.has(kind);
    lock.warnings.add(kind);
    return isNew;
  });
