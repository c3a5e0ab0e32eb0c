import { sql } from 'kysely';
import type { AnyEntity, NotifiedTo, Row } from '../../config';
import {
  filledText,
  joinedLabels,
  type Label,
  labelOf,
  localeOf,
  textOf,
} from '../../domain/label';
import { withSignature } from '../../domain/notice';
import { placeholderTexts } from '../../fields';
import type { Operator } from '../calls/endpoint';
import { type Database, idsFrom, json, lit } from '../db';
import type { Recipient } from './corrections';
import { queueMail } from './mails';
import { queueForRecipients } from './outbox';

/** Records that an operator's action has changed. */
interface ChangedRecords {
  readonly entity: AnyEntity;
  readonly records: readonly Row[];
  readonly oper: Operator;
  /** Epoch ms. */
  readonly now: number;
}

/** Records that users get a message about. */
interface ToldRecords extends Pick<ChangedRecords, 'entity' | 'records' | 'now'> {
  /** Organisation of records that all organisations share: that of the operator. */
  readonly oper: Pick<Operator, 'org_id'>;
  /** Name of the installation. */
  readonly title: string;
  /** Time zone of the times in a text; that of the process by default. */
  readonly zone?: string;
  /** Returns those of the records that a user may read; all by default. */
  readonly readable?: (userId: number, ids: readonly number[]) => Promise<readonly Row[]>;
}

const orgOf = ({ entity, oper }: Pick<ToldRecords, 'entity' | 'oper'>, record: Row): number =>
  Number(record[entity.scope] ?? oper.org_id);

/** Returns the enabled users that a message about a record goes to. */
const recipientsOf = (
  db: Database,
  to: NotifiedTo,
  { fields }: AnyEntity,
  { record, org }: { readonly record: Row; readonly org: number },
) => {
  const users = db
    .selectFrom('oper')
    .select(['id', 'org_id', 'operEmail', 'language'])
    .where('status', '=', lit(1));
  if (to === 'org') return users.where('org_id', '=', org).execute();
  if ('role' in to) {
    return users
      .where('role_id', 'in', (eb) =>
        eb.selectFrom('role').select('id').where('roleName', '=', to.role),
      )
      .where('org_id', 'in', sql<number>`(select line.id from org_line(${org}) as line)`)
      .execute();
  }
  const id = Number(record[to.field] ?? 0);
  const isOrg = fields[to.field]?.of === 'org';
  // Only users who see the record.
  return users
    .where(isOrg ? 'org_id' : 'id', '=', id)
    .where((eb) => eb(eb.val(org), 'in', idsFrom('org_subtree', eb.ref('oper.org_id'))))
    .execute();
};

const filledWith = ({ entity, zone }: ToldRecords, text: Label, record: Row): Label =>
  labelOf((locale) =>
    filledText(textOf(text, locale), placeholderTexts(entity.fields, record, locale, zone)),
  );

interface Message {
  readonly user: Awaited<ReturnType<typeof recipientsOf>>[number];
  readonly org_id: number;
  readonly records: Row[];
}

/** Stores one message for each user, with a line about each record that concerns them, and queues it as a mail. */
export const queueMessages = async (
  trx: Database,
  { to, text }: { readonly to: NotifiedTo; readonly text: Label },
  changed: ToldRecords,
): Promise<void> => {
  const { entity, now, readable } = changed;
  const messages = new Map<number, Message>();
  for (const record of changed.records) {
    const org_id = orgOf(changed, record);
    for (const user of await recipientsOf(trx, to, entity, { record, org: org_id })) {
      const message = messages.get(user.id) ?? { user, org_id, records: [] };
      message.records.push(record);
      messages.set(user.id, message);
    }
  }
  for (const { user, org_id, records } of messages.values()) {
    const ids = records.map(({ id }) => Number(id));
    const rows = readable ? await readable(user.id, ids) : records;
    if (rows.length === 0) continue;
    const [id, ...others] = rows.map((row) => Number(row.id));
    const lines = rows.map((row) => filledWith(changed, text, row));
    const body = joinedLabels(lines, '\n');
    await trx
      .insertInto('bell_message')
      .values({
        ...{ oper_id: user.id, org_id, at: now, entity: entity.name, text: json(body) },
        record: others.length === 0 ? id : undefined,
      })
      .execute();
    if (!user.operEmail) continue;
    const locale = localeOf(user.language ?? '');
    const [first = body] = lines;
    const more = others.length === 0 ? '' : ` (+${others.length})`;
    await queueMail(
      trx,
      {
        org_id: user.org_id,
        recipient: user.operEmail,
        oper_id: user.id,
        subject: withSignature(changed.title, textOf(first, locale) + more, locale),
        body: textOf(body, locale),
      },
      now,
    );
  }
};

/** Logs each role once that messages go to and that does not exist: roles are data. @param place entity and field or action */
export const createRoleWarning = (log: { warn(text: string): void }) => {
  const missing = new Set<string>();
  return async (db: Database, to: NotifiedTo, place: string): Promise<void> => {
    if (typeof to !== 'object' || !('role' in to) || missing.has(to.role)) return;
    const role = await db
      .selectFrom('role')
      .select('id')
      .where('roleName', '=', to.role)
      .executeTakeFirst();
    if (role) return;
    missing.add(to.role);
    log.warn(`${place} notifies nobody: no role is called ${JSON.stringify(to.role)}`);
  };
};

/** Queues an event of records for the webhooks of their organisations and of those above that take all kinds. */
export const queueEvents = async (
  trx: Database,
  name: string,
  changed: ChangedRecords,
): Promise<void> => {
  const { entity, records, oper, now } = changed;
  for (const record of records) {
    const org_id = orgOf(changed, record);
    const hooks = await trx
      .selectFrom('webhook')
      .select(['id', 'org_id'])
      .where('enabled', '=', lit(true))
      .where('has_secret', '=', lit(true))
      .where(sql<boolean>`coalesce(cardinality(kinds), 0) = 0`)
      .where('org_id', 'in', idsFrom('enabled_above', org_id))
      .execute();
    const event = {
      posted: name,
      entity: entity.name,
      record: Number(record.id),
      title: String(record[entity.title] ?? record.id),
      state: entity.states && (record[entity.states.field] as string | number),
      by: oper.operName,
      at: now,
    };
    const addresses = hooks.map((hook): Recipient => ['webhook', String(hook.id), hook.org_id]);
    await queueForRecipients(trx, event, { org_id, language: '', addresses, now });
  }
};
