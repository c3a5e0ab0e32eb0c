export {
  ApiError,
  type ApiErrorDetails,
  actionPath,
  CALL,
  checkPath,
  codePath,
  commandPath,
  type Envelope,
  type ErrorCode,
  errorCodes,
  failure,
  readEnvelope,
  success,
  type ToldOnce,
  verbPath,
} from './calls';
export {
  type AuthAnswer,
  EncryptError,
  encryptPassword,
  type LoginAnswer,
  type MenuButton,
  type MenuItem,
  type OperHobbyConfigVo,
  type OperVO,
  type RuntimeConfig,
} from './session';
export {
  type SignWire,
  sign,
  signedBody,
  verifySign,
} from './sign';
