import { expect, it } from 'vitest';
import { alarmSignals } from '../../../../src/console/data/usePreferences';

const first = {
  is_police_popup: true,
  is_police_voice: true,
  is_voice: false,
  popup_severity: 3,
};

it.each([
  ['no settings', null, first],
  ['settings without a lowest severity', { is_voice: true }, { ...first, is_voice: true }],
  ['a lowest severity of null', { popup_severity: null }, first],
  ['a lowest severity', { popup_severity: 1 as const }, { ...first, popup_severity: 1 }],
])('signals alarms by %s', (_, preferences, signals) => {
  expect(alarmSignals(preferences)).toEqual(signals);
});
