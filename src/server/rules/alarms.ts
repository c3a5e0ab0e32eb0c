import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { Row } from '../../config';
import {
  ALARM_VALUES,
  type AlarmKind,
  type AlarmValue,
  type EffectiveValue,
  phonesOf,
} from '../../domain/alarm';
import { type Label, type Locale, localeOf, textOf } from '../../domain/label';
import { withSignature } from '../../domain/notice';
import { truncate } from '../../domain/text';
import { rule } from '../../fields';
import type { ActionAnswer } from '../../protocol';
import { CallError, invalidInput, ruleLabel, serverLabel } from '../calls/endpoint';
import { anyOf, type Database, idsFrom, insertRows, lit } from '../db';
import {
  type ActionWork,
  type EntityRules,
  rowIds,
  type StoredRecord,
  textOrNull,
} from '../entities';
import { MailFailure } from '../notify/mail';
import { accountFor, recordWebhookTest, sendSmsNow, smsRefusal, webhookBody } from '../notify/send';
import { WebhookFailure } from '../notify/webhook';
import { muteAlarms } from './alarmDesk';
import type { Notifiers } from './context';
import { mailTroubles } from './emailKey';

/** Joins the columns of alarm settings to SQL, each through `write`. */
const values = (write: (name: AlarmValue) => string = (name) => name) =>
  sql.raw(ALARM_VALUES.map(write).join(', '));

/** Sets alarm settings of single locks. Values that are not sent stay as each lock has them. */
export const setAlarmSettings = async ({ db, rows, args }: ActionWork): Promise<ActionAnswer> => {
  const ids = rowIds(rows);
  const settings = Object.fromEntries(ALARM_VALUES.map((name) => [name, args[name]]));
  await sql`
    insert into "alarmConfig" as config (device_id, org_id, ${values()})
    select device.id, device.org_id, ${values((name) => `setting.${name}`)}
    from device, jsonb_populate_record(null::"alarmConfig", ${JSON.stringify(settings)}::jsonb) as setting
    where device.id = any(${ids}::bigint[])
    on conflict (device_id) do update set (org_id, ${values()}) =
      (excluded.org_id, ${values((name) => `coalesce(excluded.${name}, config.${name})`)})`.execute(
    db,
  );
  await refuseNoMailbox(db, sql`device_id = any(${ids}::bigint[])`);
  return { done: ids.length };
};

/** Clears values of single locks, all of them if none is named. Those of the lock's type or organisation then apply. */
export const inheritAlarmSettings = async ({
  db,
  rows,
  args,
}: ActionWork): Promise<ActionAnswer> => {
  const names = Array.isArray(args.values) ? args.values : [];
  const clearedValues = ALARM_VALUES.filter((name) => names.length === 0 || names.includes(name));
  await db
    .updateTable('alarmConfig')
    .set(Object.fromEntries(clearedValues.map((name) => [name, null])))
    .where('device_id', '=', anyOf(rowIds(rows)))
    .execute();
  await refuseNoMailbox(db, sql`device_id = any(${rowIds(rows)}::bigint[])`);
  await db
    .deleteFrom('alarmConfig')
    .where('device_id', '=', anyOf(rowIds(rows)))
    .where(sql<number>`num_nonnulls(${values()})`, '=', 0)
    .execute();
  return { done: rows.length };
};

/** Selects the settings in force: own values and inherited ones, each with its origin. */
const selectEffective = (where: RawBuilder<unknown>) => sql<{
  readonly id: number;
  readonly effective: Readonly<Partial<Record<AlarmValue, EffectiveValue>>>;
}>`
  select config.id, alarm_settings(config.device_id,
    coalesce(config.device_type_id, device.device_type_id), config.org_id) as effective
  from "alarmConfig" as config left join device on device.id = config.device_id where ${where}`;

/** Requires a mailbox, own or inherited, if mail is on. @throws CallError `invalid` */
const refuseNoMailbox = async (db: Database, where: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await selectEffective(where).execute(db);
  const lacks = rows.some(
    ({ effective: { is_mail_config, mail_box } }) => is_mail_config?.value === true && !mail_box,
  );
  if (lacks) throw invalidInput({ mail_box: ruleLabel(rule('required')) });
};

/**
 * Keeps a lock's alarm settings if it moves up or down within one line of organisations. Otherwise deletes them, so
 * that another tenant does not get the old one's phone numbers.
 */
export const propagateAlarmSettings = async ({ db, row, current }: StoredRecord): Promise<void> => {
  if (!current || current.org_id === row.org_id) return;
  const [from, to] = [Number(current.org_id), Number(row.org_id)];
  await db
    .deleteFrom('alarmConfig')
    .where('device_id', '=', Number(row.id))
    .where((eb) => eb(eb.val(to), 'not in', idsFrom('org_subtree', from)))
    .where((eb) => eb(eb.val(from), 'not in', idsFrom('org_subtree', to)))
    .execute();
  await db
    .updateTable('alarmConfig')
    .set({ org_id: to })
    .where('device_id', '=', Number(row.id))
    .execute();
};

/** Result of a test message: `why` is undefined on success. */
type Trial = { readonly to: string; readonly why: Label | undefined };

const tryMail = async (
  { db }: Pick<ActionWork, 'db'>,
  { mailer }: Pick<Notifiers, 'mailer'>,
  mail: { readonly to: string; readonly subject: string; readonly text: string },
): Promise<Trial> => {
  const account = await accountFor(db, 1);
  if (!account) return { to: mail.to, why: serverLabel('noMailAccount') };
  try {
    await mailer.send(db, account.id, mail);
    return { to: mail.to, why: undefined };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return { to: mail.to, why: serverLabel(mailTroubles[error.trouble], { host: account.sender }) };
  }
};

const trySms = async (
  { db, now }: Pick<ActionWork, 'db' | 'now'>,
  { sms }: Pick<Notifiers, 'sms'>,
  to: { readonly sn: string | null; readonly org_id: number; readonly phone: string },
  text: string,
): Promise<Trial> => {
  const barred = (await smsRefusal(db, to)) ?? (sms ? undefined : serverLabel('smsNoGateway'));
  if (barred || !sms) return { to: to.phone, why: barred };
  const error = await sendSmsNow(db, sms, { ...to, text, now });
  return { to: to.phone, why: error === undefined ? undefined : [error, error] };
};

/** Sends a test to every address of some alarm settings, and reports per address whether it succeeded. */
const testConfig =
  (notifiers: Notifiers) =>
  async (work: ActionWork): Promise<ActionAnswer> => {
    const { db, rows, locale } = work;
    const [row] = rows;
    if (!row) return { done: 0 };
    const named = await db
      .selectFrom('alarmConfig as config')
      .leftJoin('device', 'device.id', 'config.device_id')
      .leftJoin('deviceType as type', 'type.id', 'config.device_type_id')
      .leftJoin('org', 'org.id', 'config.org_id')
      .select('device.sn')
      .select((eb) =>
        eb.fn.coalesce('device.sn', 'type.device_type_name', 'org.org_name').as('what'),
      )
      .where('config.id', '=', Number(row.id))
      .executeTakeFirst();
    const { sn, what } = named ?? { sn: null, what: null };
    const { rows: effectiveRows } = await selectEffective(sql`config.id = ${row.id}`).execute(db);
    const set = (name: AlarmValue) => effectiveRows[0]?.effective[name]?.value;
    const recipientLocale = localeOf(set('language'));
    const subject = withSignature(
      notifiers.title,
      textOf(serverLabel('testAlarmSubject'), recipientLocale),
      recipientLocale,
    );
    const body = textOf(serverLabel('testAlarmText', { what }), recipientLocale);
    const trials: Trial[] = [];
    const mailbox = set('is_mail_config') && set('mail_box');
    if (mailbox) {
      trials.push(await tryMail(work, notifiers, { to: String(mailbox), subject, text: body }));
    }
    if (set('is_phone_config')) {
      for (const phone of phonesOf(String(set('phone') ?? ''))) {
        const to = { sn, org_id: Number(row.org_id), phone };
        trials.push(
          await trySms(work, notifiers, to, withSignature(notifiers.title, body, recipientLocale)),
        );
      }
    }
    if (trials.length === 0) throw new CallError('conflict', serverLabel('testNobody'));
    const lines = trials.map(({ to, why }) =>
      textOf(
        why ? serverLabel('testFailed', { to, why }) : serverLabel('testSent', { to }),
        locale,
      ),
    );
    const message = lines.join('\n');
    if (trials.every(({ why }) => why)) {
      // Answered as a failed row rather than a failed call, so that the record of the attempts is committed.
      return { done: 0, failed: [{ id: Number(row.id), why: message }] };
    }
    return { done: 1, message };
  };

/**
 * Assigns alarm settings of a lock to the lock's organisation; others belong to `set_for`, by default the caller's
 * organisation.
 */
export const alarmConfigRules = (notifiers: Notifiers): EntityRules => ({
  resolveInput: async ({ db, values, current, caller }) => {
    if (current || values.device_id) return values;
    const org_id = values.set_for ?? caller.oper.org_id;
    const type = values.device_type_id ? Number(values.device_type_id) : null;
    const rows = await db
      .selectFrom('alarmConfig')
      .select('id')
      .where('device_id', 'is', null)
      .where('org_id', '=', Number(org_id))
      .where('device_type_id', 'is not distinct from', type)
      .execute();
    const field = values.device_type_id ? 'device_type_id' : 'set_for';
    if (rows.length > 0) throw invalidInput({ [field]: serverLabel('alarmSettingsTwice') });
    return { ...values, org_id };
  },
  afterOperation: async ({ db, row }) => {
    await db
      .updateTable('alarmConfig')
      .from('device')
      .set((eb) => ({ org_id: eb.ref('device.org_id') }))
      .where('alarmConfig.id', '=', Number(row.id))
      .whereRef('device.id', '=', 'alarmConfig.device_id')
      .execute();
    await refuseNoMailbox(db, sql`config.id = ${row.id}`);
  },
  trials: { test: testConfig(notifiers) },
});

/** Adds an operator's action to the history of alarms. */
const note = async (
  { db, rows, caller, now }: ActionWork,
  event: 'taken' | 'released' | 'assigned' | 'processed',
  detail: string | null,
): Promise<void> => {
  const alarms = await db
    .selectFrom('alertRecord')
    .select(['id as alarm_id', 'sn', 'org_id'])
    .$narrowType<{ sn: NotNull }>()
    .where('id', '=', anyOf(rowIds(rows)))
    .execute();
  const action = { create_time: now, event, who: caller.oper.operName, detail };
  await insertRows(
    db,
    'alarm_history',
    alarms.map((alarm) => ({ ...alarm, ...action })),
  );
};

/** Adds the action itself to the history; its declaration says what it sets. */
const noting = (event: 'taken' | 'released') => async (work: ActionWork) => {
  await note(work, event, null);
  return { done: work.rows.length };
};

const assign = async (work: ActionWork): Promise<ActionAnswer> => {
  const { db, rows, args, locale, now } = work;
  const assignments = await db
    .updateTable('alertRecord as alarm')
    .from('oper')
    .set((eb) => ({
      taken_by: eb.ref('oper.operName'),
      handler_id: eb.ref('oper.id'),
      take_time: now,
    }))
    .where('alarm.id', '=', anyOf(rowIds(rows)))
    .where('oper.id', '=', Number(args.oper_id))
    .where('oper.status', '=', lit(1))
    .where((eb) => eb('alarm.org_id', 'in', idsFrom('org_subtree', eb.ref('oper.org_id'))))
    .returning(['alarm.id', 'oper.operName as name'])
    .execute();
  const done = new Set(assignments.map(({ id }) => Number(id)));
  const able = rows.filter(({ id }) => done.has(Number(id)));
  const failed = rows
    .filter((row) => !able.includes(row))
    .map(({ id }) => ({ id: Number(id), why: textOf(serverLabel('notOfOrganisation'), locale) }));
  if (able.length === 0) return { done: 0, failed };
  const detail = truncate([assignments[0]?.name, args.note].filter(Boolean).join(': '), 400);
  await note({ ...work, rows: able }, 'assigned', detail);
  return { done: able.length, failed };
};

/**
 * Kinds whose alarm is a single event, not a lasting state. After processing, the next report of the kind raises a
 * new alarm.
 */
const HAPPENED: readonly AlarmKind[] = [1008, 1010, 1011, 2002, 2003, 2004, 2005, 9999];

/** Reduces the counts of open alarms of the locks, and adds the processing to the history. */
const process = async (work: ActionWork): Promise<ActionAnswer> => {
  const { db, rows, args } = work;
  const sns = [...new Set(rows.map(({ sn }) => String(sn)))];
  await db
    .selectFrom('device_state')
    .select('device_id')
    .where('sn', '=', anyOf(sns))
    .orderBy('device_id')
    .forUpdate()
    .execute();
  await sql`
    update device_state as state set alarms = greatest(0, state.alarms - ended.count),
      raised = state.raised - ended.happened
    from (
      select alarm.sn, count(distinct alarm.id)::integer as count,
        coalesce(array_agg(active.key) filter (where active.key is not null), '{}') as happened
      from "alertRecord" as alarm
        join device_state as lock on lock.sn = alarm.sn and lock.org_id = alarm.org_id
        left join lateral jsonb_each(lock.raised) as active
          on alarm.police_type = any(${HAPPENED}::integer[])
          and split_part(active.key, ' ', 1) = alarm.police_type::text
          and (active.value ->> 'at')::bigint = alarm.create_time
      where alarm.id = any(${rowIds(rows)}::bigint[]) group by alarm.sn
    ) as ended
    where state.sn = ended.sn`.execute(db);
  await note(work, 'processed', textOrNull(args.note));
  return { done: rows.length };
};

/** Actions on alarms, whose effect all operators see. */
export const alarmRules: EntityRules = {
  actions: {
    take: noting('taken'),
    takeOver: noting('taken'),
    release: noting('released'),
    assign,
    process,
    mute: muteAlarms,
  },
};

/** Translates the detail of an escalation, which is stored in English: `15 min: 13800138002`. */
export const escalationInLanguage = (row: Row, locale: Locale): Row => {
  const [, minutes, to] =
    (row.event === 'escalated' && /^(\d+) min: (.*)$/s.exec(String(row.detail))) || [];
  return minutes === undefined
    ? row
    : { ...row, detail: textOf(serverLabel('escalatedAfter', { minutes, to }), locale) };
};

/** Calls a webhook with a test, and records the call. @throws CallError `conflict` if it fails */
const testWebhook = async (
  { db, now, locale }: ActionWork,
  { webhooks, recorded }: Pick<Notifiers, 'webhooks'> & { readonly recorded: boolean },
  { id, name, org_id }: Row,
): Promise<string> => {
  const hook = { id: Number(id), org_id: Number(org_id) };
  const subject = textOf(serverLabel('testWebhookSubject'), locale);
  const record = async (
    result: Pick<Parameters<typeof recordWebhookTest>[2], 'state' | 'reason'>,
  ) => {
    if (recorded) await recordWebhookTest(db, hook, { ...result, subject, now });
  };
  const body = webhookBody([{ test: true, time: now }], now);
  try {
    const status = await webhooks.call(db, hook.id, body);
    await record({ state: 1 });
    return textOf(serverLabel('webhookTold', { name, status }), locale);
  } catch (error) {
    if (!(error instanceof WebhookFailure)) throw error;
    await record({ state: 2, reason: error.message });
    throw new CallError('conflict', serverLabel('webhookFailed', { name, why: error.reason }));
  }
};

/** @param recorded true if attempts are recorded, which needs the entity `noticeRecord` */
export const webhookRules = (notifiers: Notifiers, recorded: boolean): EntityRules => {
  const { webhooks } = notifiers;
  return {
    resolveInput: async ({ values }) => {
      if (typeof values.url === 'string' && !webhooks.isAllowed(values.url)) {
        throw invalidInput({ url: serverLabel('notForwarded') });
      }
      return values;
    },
    beforeDelete: async ({ db, rows }) => {
      await db
        .deleteFrom('webhook_secret')
        .where('webhook_id', '=', anyOf(rowIds(rows)))
        .execute();
      await db
        .deleteFrom('notice')
        .where('channel', '=', lit('webhook'))
        .where('recipient', '=', anyOf(rowIds(rows).map(String)))
        .execute();
    },
    actions: {
      newSecret: async ({ db, rows, locale }) => {
        const secrets = [];
        for (const { id, name } of rows) {
          const secret = await webhooks.makeSecret(db, Number(id));
          secrets.push({
            title: textOf(serverLabel('webhookSecret', { name }), locale),
            lines: [{ label: textOf(serverLabel('secretLabel'), locale), text: secret }],
            code: secret,
          });
        }
        return { done: rows.length, secrets };
      },
    },
    trials: {
      test: async (work) => {
        const lines: string[] = [];
        for (const row of work.rows)
          lines.push(await testWebhook(work, { webhooks, recorded }, row));
        return { done: work.rows.length, message: lines.join('\n') };
      },
    },
  };
};
