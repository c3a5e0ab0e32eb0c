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
export type { MapSession, PlaceResult } from './contracts/places';
export type {
  ActionAnswer,
  ActionRefusal,
  CountGroup,
  CountResult,
  ImportAnswer,
  OneTimeSecret,
  PreviewAnswer,
} from './contracts/records';
export type { ReportPage, ReportQuestion } from './contracts/reports';
export type {
  AcceptInvitationAnswer,
  AuthAnswer,
  LoginAnswer,
  MenuButton,
  MenuItem,
  OperHobbyConfigVo,
  OperVO,
  PageRoles,
} from './contracts/session';
export { EncryptError, encryptPassword, type RuntimeConfig } from './session';
export {
  type SignWire,
  sign,
  signedBody,
  verifySign,
} from './sign';
