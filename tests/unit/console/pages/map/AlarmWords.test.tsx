import { I18nContext } from 'react-admin';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AlarmKind } from '../../../../../src/console/pages/map/AlarmWords';
import { worstBySn } from '../../../../../src/domain/openAlarm';

/** Answers the last part of a key with the number in it. */
const i18n = {
  translate: (key: string, args?: { smart_count?: number }) =>
    `${args?.smart_count ?? ''} ${key.split('.').at(-1)}`.trim(),
  changeLocale: async () => undefined,
  getLocale: () => 'en',
};

const alarms = Array.from({ length: 7 }, (_, id) => ({
  id,
  sn: 'A',
  create_time: id,
  police_type: id < 6 ? (1008 as const) : (1012 as const),
  severity: id < 6 ? (1 as const) : (2 as const),
  taken_by: null as string | null,
}));

const taking = (...ids: number[]) =>
  alarms.map((alarm) => ({ ...alarm, taken_by: ids.includes(alarm.id) ? 'Chen Hao' : null }));

test.each([
  ['none of seven', taking(), 'Illegal unlock ×6 +1'],
  ['the newest of seven', taking(5), 'Illegal unlock ×5 +1 · 1 taken'],
  ['all critical ones', taking(0, 1, 2, 3, 4, 5), 'Parking timeout · 6 taken'],
  ['all', taking(0, 1, 2, 3, 4, 5, 6), 'Illegal unlock ×6 +1'],
])('names the worst alarm that nobody has taken, after taking %s', (_, all, words) => {
  const alarm = worstBySn(all).get('A');
  const html = renderToStaticMarkup(
    <I18nContext value={i18n}>
      <AlarmKind alarms={7} alarm={alarm} />
    </I18nContext>,
  );
  const otherCount = /\+(\d+)/.exec(words)?.[1];
  if (otherCount) expect(html).toContain(`aria-label="${otherCount} others"`);
  const text = html.replace(/<style.*?<\/style>|<[^>]*>/g, '').trim();
  expect(text).toBe(words);
});
