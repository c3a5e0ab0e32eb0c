import { executeAll, type Migration } from './migrate';

/**
 * Adds the invitations of users: one for each user, with the hash of the link's token once the mail goes out. A mail
 * that waits is deleted with its invitation, or with the user that it is for.
 */
export const invitations: Migration = {
  name: '0089_invitations',
  up: (transaction) =>
    executeAll(transaction, [
      `create table invitation (
        id bigint generated always as identity primary key,
        oper_id bigint not null unique references oper (id) on delete cascade,
        url text not null,
        token_hash text unique,
        expires bigint
      )`,
      `alter table notice add column invitation_id bigint
        references invitation (id) on delete cascade`,
      'create index notice_invitation_id_idx on notice (invitation_id) where invitation_id is not null',
      'alter table notice add column oper_id bigint references oper (id) on delete cascade',
      'create index notice_oper_id_idx on notice (oper_id) where oper_id is not null',
    ]),
};
