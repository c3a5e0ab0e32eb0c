import { expect, test } from 'vitest';
import config from '../../../../../resources.config';
import { detailGroups } from '../../../../../src/console/entity/detail/fields';
import { referencedIds } from '../../../../../src/console/entity/detail/related';
import { detailTabs, groupOf, groupTabs } from '../../../../../src/console/entity/detail/tabs';
import { CARD } from '../../../../../src/domain/card';
import { device, icCard } from '../../../../../src/resources';

const everything = new Set(config.entities.map(({ name }) => name as string));
/** Without the entities whose tabs are for operators with a menu of theirs. */
const ungranted = new Set(
  [...everything].filter((name) => !['operationLog', 'lockMessage'].includes(name)),
);

test('gives each tab of a detail its own address', () => {
  for (const entity of config.entities) {
    const keys = detailTabs(entity, config, everything).map(({ key }) => key);
    expect([entity.name, keys]).toEqual([entity.name, [...new Set(keys)]]);
  }
});

test('lists commands and alarms of a device before rarely used tabs', () => {
  const keys = detailTabs(device as never, config, ungranted).map(({ key }) => key);
  expect(keys).toEqual([
    'place',
    'telemetry',
    'settings',
    'appointmentCommandRecord',
    'alertRecord',
    'lockHistory',
    'icCard',
    'swipes',
    'childLock',
    'regionalRule',
    'alarmConfig',
    'alarmReceiver',
    'statusChangeRecord',
    'connectionRecord',
    'deviceLocationRecord',
  ]);
});

test.each([
  [true, ['', 'telemetry', 'icCard', 'settings', 'appointmentCommandRecord', 'history']],
  [
    false,
    ['', 'details', 'telemetry', 'icCard', 'settings', 'appointmentCommandRecord', 'history'],
  ],
])('wide: %s, groups the tabs of a device under a few headings', (wide, headings) => {
  const tabs = detailTabs(device as never, config, everything);
  const groups = groupTabs(device as never, tabs, { timeline: true, wide });
  expect(groups.map((group) => group.tabs[0]?.key)).toEqual(headings);
  const groupedKeys = groups.flatMap((group) => group.tabs.map(({ key }) => key));
  // A position is shown beside the timeline.
  for (const { key } of tabs)
    expect([key, groupedKeys.includes(key)]).toEqual([key, key !== 'place']);
});

test.each([
  ['alertRecord', 'appointmentCommandRecord'],
  ['alarmConfig', 'settings'],
  ['place', ''],
  [undefined, ''],
  ['nothing', ''],
])('opens the tab %s under the heading %s', (key, heading) => {
  const tabs = detailTabs(device as never, config, ungranted);
  const groups = groupTabs(device as never, tabs, { timeline: true, wide: true });
  const labelled = groups.map(({ tabs }) => ({ tabs: tabs.map((tab) => ({ ...tab, label: '' })) }));
  expect(groupOf(labelled, key)?.tabs[0]?.key).toBe(heading);
});

test.each([true, false])('wide: %s, a device without a timeline opens with its values', (wide) => {
  const tabs = detailTabs(device as never, config, ungranted);
  const groups = groupTabs(device as never, tabs, { timeline: false, wide });
  expect(groups[0]?.tabs).toEqual([{ kind: 'values', key: '' }]);
  expect(groups[1]?.tabs[0]?.key).toBe('place');
});

test('shows the message tab of a lock to operators who may read messages', () => {
  const keys = (readable: string[]) =>
    detailTabs(device as never, config, new Set(readable)).map(({ key }) => key);
  expect(keys(['device', 'lockHistory'])).not.toContain('lockMessage');
  expect(keys(['lockMessage'])).toContain('lockMessage');
});

test('omits tabs of a lock that the operator may not list', () => {
  const keys = detailTabs(device as never, config, new Set(['device', 'icCard'])).map(
    ({ key }) => key,
  );
  // Where it is it tells itself; its cards are those that rules name.
  expect(keys).toEqual(['place']);
});

test.each([
  [[], []],
  [
    [{ cards: [3, 1] }, { cards: [1, 2] }],
    [3, 1, 2],
  ],
  [[{ cards: null }, {}, { cards: ['4'] }], [4]],
])('rows %j refer to %j', (rows, ids) => {
  expect(referencedIds(rows, 'cards')).toEqual(ids);
});

const visibleNames = (record: object, ...without: string[]) =>
  detailGroups(icCard as never, record as never, without).flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );

test('a detail omits conditional fields whose condition is not met', () => {
  expect(visibleNames({ card_type: CARD.single }, 'org_id')).not.toContain('card_no');
  expect(visibleNames({ card_type: CARD.group }, 'org_id')).toContain('card_no');
  expect(visibleNames({ card_type: CARD.group }, 'card_no')).toEqual(
    visibleNames({ card_type: CARD.single }),
  );
});
