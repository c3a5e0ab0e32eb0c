import type { Command, Row } from '../../../config';
import type { StoredSetting } from '../../../domain/command';
import type { LockReply } from '../../../domain/lock';
import { ownValue } from '../../../domain/ownValue';
import { truncate } from '../../../domain/text';
import type { TicketState } from '../../../domain/ticket';
import {
  equalSettings,
  isSecret,
  keepSecrets,
  maskSecrets,
  resetsSettings,
  settingOf,
  settingsAfter,
} from '../../../fields';
import { parseReportedSetting } from '../../../fields/reportedSetting';
import { anyOf, type Database, rowsAs } from '../../db';

export type CommandsByCode = Readonly<Record<string, Command>>;

/** Outcome of a command to one lock. */
export interface SettingOutcome {
  readonly sn: string;
  readonly cmd: string;
  readonly args: Row;
  readonly operate_name: string | null;
  readonly state: Extract<TicketState, 'success' | 'failure' | 'answered' | 'invalid'>;
  /** Settings now in effect, as reported by the lock. */
  readonly values?: LockReply['values'];
}

const keyOf = ({ sn, code }: Pick<StoredSetting, 'sn' | 'code'>) => `${sn}/${code}`;

const emptySetting = {
  known: null,
  known_time: null,
  known_how: null,
  sent: null,
  sent_time: null,
  sent_state: null,
  sent_name: null,
} as const;

/**
 * Updates the stored settings of locks after commands ended, with the values sent and the values reported. Runs in
 * the transaction that ends the commands. Secrets are stored masked.
 * @param now epoch ms
 * @returns reported values that match no setting, by lock, described without quoting them
 */
export const storeSettings = async (
  trx: Database,
  commands: CommandsByCode,
  outcomes: readonly SettingOutcome[],
  now: number,
): Promise<{ readonly sn: string; readonly what: string }[]> => {
  const relevant = outcomes.filter(
    ({ cmd, values }) => values || settingOf(commands, cmd) || resetsSettings(commands, cmd),
  );
  if (relevant.length === 0) return [];
  const settings = await readSettings(trx, relevant);
  const changed = new Map<string, StoredSetting>();
  const leftOut: { sn: string; what: string }[] = [];
  const change = (sn: string, code: string, part: Partial<StoredSetting>) => {
    const key = keyOf({ sn, code });
    const before = settings.get(key) ?? { ...emptySetting, sn, code };
    const after = { ...before, ...part };
    settings.set(key, after);
    changed.set(key, after);
  };
  const resets = relevant.filter(
    ({ cmd, state }) => state === 'success' && resetsSettings(commands, cmd),
  );
  const resetSns = new Set(resets.map(({ sn }) => sn));
  if (resetSns.size > 0) {
    const isReset = anyOf([...resetSns]);
    await trx.deleteFrom('lock_setting').where('sn', '=', isReset).execute();
  }
  for (const [key, { sn }] of settings) if (resetSns.has(sn)) settings.delete(key);
  for (const { sn, cmd, args, operate_name, state, values = {} } of relevant) {
    const setting = settingOf(commands, cmd);
    if (setting) {
      const { code, fields } = setting;
      const before = settings.get(keyOf({ sn, code }))?.known ?? undefined;
      const after = settingsAfter(commands, cmd, args, before);
      const sentValues = after ? maskSecrets(fields, after) : null;
      change(sn, code, {
        sent: sentValues,
        sent_time: now,
        sent_state: state,
        sent_name: operate_name,
        ...(state === 'success' &&
          sentValues && { known: sentValues, known_time: now, known_how: 'told' }),
      });
    }
    for (const [code, value] of Object.entries(values)) {
      const reportedSetting = settingOf(commands, code);
      const reportedValue =
        reportedSetting?.code === code ? parseReportedSetting(reportedSetting, value) : undefined;
      if (reportedSetting && reportedValue) {
        const before = settings.get(keyOf({ sn, code }))?.known ?? null;
        const knownValue = keepSecrets(reportedSetting.fields, reportedValue, value, before);
        change(sn, code, { known: knownValue, known_time: now, known_how: 'read' });
      } else
        leftOut.push({ sn, what: `values.${truncate(code, 40)}: not as its command takes it` });
    }
  }
  await write(trx, commands, [...changed.values()]);
  return leftOut;
};

const SETTING = [
  'sn',
  'code',
  'known',
  'known_time',
  'known_how',
  'sent',
  'sent_time',
  'sent_state',
  'sent_name',
] as const satisfies (keyof StoredSetting)[];

const COLUMNS = [...SETTING, 'differs'] as const;

const readSettings = async (
  trx: Database,
  outcomes: readonly SettingOutcome[],
): Promise<Map<string, StoredSetting>> => {
  const sns = [...new Set(outcomes.map(({ sn }) => sn))];
  const rows = await trx
    .selectFrom('lock_setting')
    .select(SETTING)
    .where('sn', '=', anyOf(sns))
    .orderBy('sn')
    .orderBy('code')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
};

/**
 * True if the value in a lock differs from the last one sent. A value that was set successfully counts as the one in
 * the lock until it is read. False if the lock's value is unknown.
 */
const differs = (commands: CommandsByCode, { code, known, sent }: StoredSetting): boolean => {
  const setting = settingOf(commands, code);
  return Boolean(setting && known && sent && !equalSettings(setting.fields, known, sent));
};

/**
 * Skips locks that were deleted meanwhile, so that a new lock with the same serial number does not inherit settings.
 */
const write = async (
  trx: Database,
  commands: CommandsByCode,
  rows: readonly StoredSetting[],
): Promise<void> => {
  if (rows.length === 0) return;
  const entries = rows.map((row) => ({ ...row, differs: differs(commands, row) }));
  await trx
    .insertInto('lock_setting')
    .columns(COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom(rowsAs('lock_setting', entries).as('input'))
        .select(COLUMNS)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('device').whereRef('device.sn', '=', 'input.sn')),
        )
        .orderBy('sn')
        .orderBy('code'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['sn', 'code'])
        .doUpdateSet((eb) =>
          Object.fromEntries(COLUMNS.slice(2).map((name) => [name, eb.ref(`excluded.${name}`)])),
        ),
    )
    .execute();
};

const HIDDEN = '••••';

/** Masks secrets of a command in a message of the lock. */
export const maskSecretsIn = (
  commands: CommandsByCode,
  cmd: string,
  args: Row,
  msg: string,
): string =>
  Object.entries(ownValue(commands, cmd)?.args ?? {}).reduce((text, [name, field]) => {
    const secret = args[name];
    return isSecret(field) && typeof secret === 'string' && secret !== ''
      ? text.replaceAll(secret, HIDDEN)
      : text;
  }, msg);
