import { describe, expect, test } from 'vitest';
import { grantedPresets, includesCommand } from '../../../../../src/console/pages/command/presets';
import { commandPresets, device } from '../../../../../src/resources';

/** Returns the commands that a role with these menus is offered, if it has all buttons. */
const offeredCommands = (...urls: string[]) => {
  const granted = Object.values(grantedPresets(commandPresets, urls));
  return Object.keys(device.commands).filter((code) => includesCommand(granted, code));
};

describe('the merged command page', () => {
  test('offers the commands of the granted menus, and no others', () => {
    expect(offeredCommands('childLockIssue')).toEqual(['setChildLocks', 'readChildLocks']);
    expect(offeredCommands('childLockIssue', 'deviceList')).toEqual(
      offeredCommands('childLockIssue'),
    );
    expect(offeredCommands('sealIssue', 'childLockIssue').toSorted()).toEqual(
      [...offeredCommands('sealIssue'), ...offeredCommands('childLockIssue')].toSorted(),
    );
    expect(offeredCommands('sealIssue')).not.toContain('clearCards');
    expect(offeredCommands()).toEqual([]);
  });

  test('offers every command to the menu of all commands', () => {
    expect(offeredCommands('batchSetDevice')).toEqual(Object.keys(device.commands));
  });

  test('presets name declared commands', () => {
    const named = Object.values(commandPresets).flatMap(({ commands = [] }) => commands);
    expect(named.filter((code) => !(code in device.commands))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });
});
