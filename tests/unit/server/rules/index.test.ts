import { expect, it } from 'vitest';
import declared from '../../../../resources.config';
import { entityRules, implementedParts, type RuleDependencies } from '../../../../src/server/rules';

const rules = entityRules({ config: declared, notifiers: {} } as RuleDependencies);
const { actions: performed } = implementedParts(declared);
/** Tickets have calls of their own. */
const TICKETS = 'appointmentCommandRecord';

it.each(
  declared.entities.flatMap(({ name, actions }) =>
    Object.keys(actions).map((code) => [name as string, code] as const),
  ),
)('the action %s:%s is implemented', (name, code) => {
  expect(performed).toContain(`${name}:${code}`);
  if (name === TICKETS) return;
  const { actions, trials } = rules[name] ?? {};
  expect(actions?.[code] ?? trials?.[code]).toBeTypeOf('function');
});

it.each(declared.entities.filter(({ preview }) => preview).map(({ name }) => [name as string]))(
  'the preview of %s is implemented',
  (name) => {
    expect(rules[name]?.preview).toBeTypeOf('function');
  },
);

it('each rule belongs to an entity', () => {
  const names = declared.entities.map(({ name }) => name as string);
  expect(Object.keys(rules).filter((name) => !names.includes(name))).toEqual([]);
});
