export { type AnsweredCall, entryOf } from './entryOf';
export { type Entry, type Journal, openJournal } from './openJournal';
