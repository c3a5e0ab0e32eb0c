import type { AlarmKind } from '../domain/alarm';
import { DAY, HOUR } from '../domain/duration';
import type { Database } from '../server/db';
import { getAuthor, type NewDemo } from './insert';
import type { DemoText } from './texts';

interface Mute {
  readonly login: string;
  readonly kind: AlarmKind;
  /** A lock of the operator's organisation; otherwise the mute applies to all of them. */
  readonly sn?: string;
  readonly reason: DemoText;
  /** Times before now and after it, ms; a negative end is over. */
  readonly made: number;
  readonly endsIn: number;
}

const mutes: readonly Mute[] = [
  {
    login: 'harbour',
    kind: 1011,
    sn: 'SD2600013',
    reason: 'Loose bracket, repair on Friday',
    made: 5 * HOUR,
    endsIn: 2 * DAY,
  },
  {
    login: 'northern',
    kind: 2001,
    reason: 'On the ferry until the evening',
    made: 2 * DAY,
    endsIn: -DAY,
  },
];

interface Note {
  readonly login: string;
  readonly text: DemoText;
  readonly readBy?: string;
  /** Time before now, ms. */
  readonly made: number;
}

const notes: readonly Note[] = [
  { login: 'shift', text: 'Yantian gate 3 stays open until 06:00', made: 3 * HOUR },
  {
    login: 'harbour',
    text: 'The battery of SD2600016 is nearly empty. The carrier knows.',
    readBy: 'shift',
    made: 11 * HOUR,
  },
];

const seedMutes = async (db: Database, { now, translate }: NewDemo): Promise<void> => {
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
        reason: translate(reason),
        created_by: operName,
        create_time: now - made,
      }))
      .execute();
  }
};

const seedNotes = async (db: Database, { now, translate }: NewDemo): Promise<void> => {
  for (const { login, text, readBy, made } of notes) {
    const author = await getAuthor(db, login);
    const reader = readBy ? (await getAuthor(db, readBy)).operName : null;
    await db
      .insertInto('shiftNote')
      .values({
        text: translate(text),
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
export const seedShift = async (db: Database, demo: NewDemo): Promise<void> => {
  await seedMutes(db, demo);
  await seedNotes(db, demo);
};
