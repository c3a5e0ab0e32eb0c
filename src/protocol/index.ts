export type {
  ActionAnswer,
  ActionRefusal,
  MapSession,
  OneTimeSecret,
  PlaceResult,
  PreviewAnswer,
} from './answers';
export {
  ApiError,
  type ApiErrorDetails,
  actionPath,
  buttonCode,
  CALL,
  checkPath,
  codePath,
  commandPath,
  type Envelope,
  type ErrorCode,
  errorCodes,
  errorMessage,
  failure,
  isRecord,
  readEnvelope,
  success,
  TICKETS,
  ticketPath,
  verbPath,
} from './calls';
export type { Calls } from './contracts/calls';
export type {
  CommandAnswer,
  CommandCheck,
  CommandTargets,
  LockRefusal,
  SendOptions,
  SentTicket,
} from './contracts/commands';
export type { AnswerOf, RequestOf } from './contracts/contract';
export type { ReportPage, ReportQuestion } from './contracts/reports';
export {
  type AuthAnswer,
  EncryptError,
  encryptPassword,
  type LoginAnswer,
  type MenuButton,
  type MenuItem,
  type OperHobbyConfigVo,
  type OperVO,
  type PageRoles,
  type RuntimeConfig,
} from './session';
export {
  type SignWire,
  sign,
  signedBody,
  verifySign,
} from './sign';
