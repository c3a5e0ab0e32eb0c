export { ApiError, type ApiErrorDetails, type ApiErrorKind } from './ApiError';
export { canonicalText, type SignWire } from './canonicalText';
export { EncryptError, encryptPassword } from './encryptPassword';
export {
  type Envelope,
  type ErrorCode,
  errorCodes,
  failure,
  success,
} from './envelope';
export { actionPath, CALL, commandPath, type EntityVerb, entityPath, entityVerbs } from './paths';
export { readEnvelope } from './readEnvelope';
export type { AppDownload, RuntimeConfig } from './runtimeConfig';
export type {
  AuthAnswer,
  LoginAnswer,
  MenuButton,
  MenuItem,
  OperHobbyConfigVo,
  OperVO,
  OrgVO,
} from './sessionAnswers';
export { type Md5, sign, verifySign } from './sign';
export { type SignedFields, signedBody } from './signedBody';
