import { describe, expect, it } from 'vitest';
import declared from '../../../../resources.config';
import type { Action, Command, MenuSeed } from '../../../../src/config';
import { iconOf } from '../../../../src/console/look/icons';

const everyMenu = (menus: readonly MenuSeed[]): MenuSeed[] =>
  menus.flatMap((menu) => [menu, ...everyMenu(menu.children ?? [])]);

const declaredIcons = new Set(
  [
    ...everyMenu(declared.menus),
    ...declared.entities.flatMap(({ actions, commands, menu }): { icon?: string }[] => [
      ...Object.values<Action>(actions),
      ...Object.values<Command>(commands),
      ...(menu ? [menu] : []),
    ]),
  ].flatMap(({ icon }) => icon ?? []),
);

describe('an icon', () => {
  it('of another icon set is a folder', () => {
    expect(iconOf('el-icon-menu')).toBe(iconOf(undefined));
  });

  it.each([...declaredIcons])('called %s exists', (name) => {
    expect(iconOf(name)).not.toBe(iconOf(undefined));
  });
});
