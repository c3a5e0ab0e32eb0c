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

/** Organisation of a record; that of the operator for records that all organisations share. */
const orgOf = ({ entity, oper }: ChangedRecords, record: Row): number =>
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

const filledWith = ({ fields }: AnyEntity, text: Label, record: Row): Label =>
  labelOf((locale) => filledText(textOf(text, locale), placeholderTexts(fields, record, locale)));

interface Message {
  readonly user: Awaited<ReturnType<typeof recipientsOf>>[number];
  readonly org_id: number;
  readonly ids: number[];
  readonly lines: Label[];
}

/** Stores one message for each user, with a line about each record that concerns them, and queues it as a mail. */
export const queueMessages = async (
  trx: Database,
  { to, text }: { readonly to: NotifiedTo; readonly text: Label },
  changed: ChangedRecords & { readonly title: string },
): Promise<void> => {
  const { entity, now } = changed;
  const messages = new Map<number, Message>();
  for (const record of changed.records) {
    const org_id = orgOf(changed, record);
    const line = filledWith(entity, text, record);
    for (const user of await recipientsOf(trx, to, entity, { record, org: org_id })) {
      const message = messages.get(user.id) ?? { user, org_id, ids: [], lines: [] };
      message.ids.push(Number(record.id));
      message.lines.push(line);
      messages.set(user.id, message);
    }
  }
  for (const { user, org_id, ids, lines } of messages.values()) {
    const [id, ...others] = ids;
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
