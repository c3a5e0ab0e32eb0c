import { useTranslate } from 'ra-core';
import { menuTitle } from '../routes/menuTitle';
import { deviceHits } from './deviceHits';
import type { OfferedCommand } from './findableCommands';
import { commandGroup, deviceGroup, type HitGroup, orderedGroups, pageGroup } from './hits';
import { useFinders } from './useFinders';
import { useFoundDevices } from './useFoundDevices';
import { useRecentPages } from './useRecentPages';

/** The pages opened lately, each with the group it stands in. */
const useRecentGroup = (): HitGroup => {
  const translate = useTranslate();
  const plain = (text: string) => ({ text, marks: [] });
  const hits = useRecentPages().map((route) => {
    const steps = [...(route.group ? [route.group] : []), route];
    const title = steps.map((step) => plain(menuTitle(translate, step)));
    return { kind: 'page' as const, key: `page ${route.code}`, route, title, code: undefined };
  });
  return { name: 'recent', hits, cut: false, sure: true };
};

/**
 * What a query finds, in groups, the best first. Without a query these are the pages opened lately.
 * @param command the command that a lock is looked for, null to look for everything
 * @param withDevices whether a device that was found can be looked at
 */
export const useHitGroups = (
  query: string,
  command: OfferedCommand | null,
  withDevices: boolean,
): HitGroup[] => {
  const finders = useFinders();
  const recent = useRecentGroup();
  const devices = useFoundDevices(query, command?.command);
  if (command) {
    return orderedGroups([deviceGroup('locks', deviceHits(devices, query, command.command))]);
  }
  if (query.trim() === '') return orderedGroups([recent]);
  return orderedGroups([
    pageGroup(finders.pages(query)),
    commandGroup(finders.commands(query)),
    deviceGroup('devices', withDevices ? deviceHits(devices, query) : []),
  ]);
};
