export type { Mail } from './mail/MailAccount';
export { MailFailure, type MailTrouble } from './mail/MailFailure';
export { type Mailer, openMailer } from './mail/openMailer';
