export type {
  Call,
  CallContext,
  Caller,
  JsonSchema,
  NamedRecords,
  OpenCall,
  Operator,
  ReceivedFile,
  SignedInCall,
  Values,
} from './Call';
export { CallError, type Refused } from './CallError';
export { FileAnswer } from './FileAnswer';
export { invalid, ruleLabel } from './invalid';
export { type TextName, text } from './texts';
