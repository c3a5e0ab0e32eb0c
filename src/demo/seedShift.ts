import type { AlarmKind } from '../domain/alarm';
import { demoShiftTexts } from '../domain/demoNames';
import { DAY, HOUR } from '../domain/duration';
import { type Label, storedText } from '../domain/label';
import type { Database } from '../server/db';
import { getAuthor } from './insert';

interface Mute {
  readonly login: string;
  readonly kind: AlarmKind;
  /** A lock of the operator's organisation; otherwise the mute applies to all of them. */
  readonly sn?: string;
  readonly reason: Label;
  /** Times before now and after it, ms; a negative end is over. */
  readonly made: number;
  readonly endsIn: number;
}

const mutes: readonly Mute[] = [
  {
    login: 'harbour',
    kind: 1011,
    sn: 'SD2600013',
    reason: demoShiftTexts.bracket,
    made: 5 * HOUR,
    endsIn: 2 * DAY,
  },
  {
    login: 'northern',
    kind: 2001,
    reason: demoShiftTexts.ferry,
    made: 2 * DAY,
    endsIn: -DAY,
  },
];

interface Note {
  readonly login: string;
  readonly text: Label;
  readonly readBy?: string;
  /** Time before now, ms. */
  readonly made: number;
}

const notes: readonly Note[] = [
  { login: 'shift', text: demoShiftTexts.openGate, made: 3 * HOUR },
  { login: 'harbour', text: demoShiftTexts.emptyBattery, readBy: 'shift', made: 11 * HOUR },
];

const seedMutes = async (db: Database, now: number): Promise<void> => {
  for (const { login, kind, sn, reason, made, endsIn } of mutes) {
    const { org_id, operName } = await getAuthor(db, login);
    await db
      .insertInto('alarmMute')
      .values((eb) => ({
        police_type: kind,
        device_id: eb
          .selectFrom('device')
          .select('id')
          .where('sn', '=', sn ?? ''),
        org_id,
        until: now + endsIn,
        reason: storedText(reason),
        created_by: operName,
        create_time: now - made,
      }))
      .execute();
  }
};

const seedNotes = async (db: Database, now: number): Promise<void> => {
  for (const { login, text, readBy, made } of notes) {
    const author = await getAuthor(db, login);
    const reader = readBy ? (await getAuthor(db, readBy)).operName : null;
    await db
      .insertInto('shiftNote')
      .values({
        text: storedText(text),
        org_id: author.org_id,
        state: reader ? 1 : 0,
        author_id: author.id,
        written_by: author.operName,
        create_time: now - made,
        read_by: reader,
        read_time: reader ? now - made + HOUR : null,
      })
      .execute();
  }
};

/** Seeds what a shift hands over: muted alarms, and notes of which one is unread. */
export const seedShift = async (db: Database, now: number): Promise<void> => {
  await seedMutes(db, now);
  await seedNotes(db, now);
};
