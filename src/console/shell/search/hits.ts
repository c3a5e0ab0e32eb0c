import type { LiveDevice } from '../../../domain/live';
import type { MenuRoute } from '../routes/menuTree';
import type { Found, MarkedText } from './find';
import type { OfferedCommand } from './findableCommands';

interface PageHit {
  readonly kind: 'page';
  readonly key: string;
  readonly route: MenuRoute;
  readonly title: readonly MarkedText[];
  /** The code it was found by, where its title does not show why. */
  readonly code: MarkedText | undefined;
}

interface CommandHit {
  readonly kind: 'command';
  readonly key: string;
  readonly offered: OfferedCommand;
  readonly title: readonly MarkedText[];
}

export interface DeviceHit {
  readonly kind: 'device';
  readonly key: string;
  readonly device: LiveDevice;
  readonly sn: MarkedText;
  readonly name: MarkedText;
  /** The command that is asked about cannot be sent to it now. */
  readonly blocked: boolean;
}

/** Something that can be chosen; its key is unlike that of any other hit. */
export type Hit = PageHit | CommandHit | DeviceHit;

export interface HitGroup {
  readonly name: 'recent' | 'pages' | 'commands' | 'devices' | 'locks';
  readonly hits: readonly Hit[];
  /** There are more than these. */
  readonly cut: boolean;
  /** Whether its best hit has what was typed, and not only something like it. */
  readonly sure: boolean;
}

/** As many as a screen has room for: more are a reason to type on, not to scroll. */
export const SHOWN = { pages: 20, commands: 6, devices: 8 } as const;

const isSure = (found: readonly Found<unknown>[]) => found.some(({ how }) => how !== 'like');

export const pageGroup = (found: readonly Found<MenuRoute>[]): HitGroup => ({
  name: 'pages',
  hits: found.slice(0, SHOWN.pages).map(({ item, title, code }) => ({
    kind: 'page',
    key: `page ${item.code}`,
    route: item,
    title,
    code,
  })),
  cut: found.length > SHOWN.pages,
  sure: isSure(found),
});

export const commandGroup = (found: readonly Found<OfferedCommand>[]): HitGroup => ({
  name: 'commands',
  hits: found.slice(0, SHOWN.commands).map(({ item, title }) => ({
    kind: 'command',
    key: `command ${item.entity.name} ${item.code}`,
    offered: item,
    title,
  })),
  cut: found.length > SHOWN.commands,
  sure: isSure(found),
});

/** @param name `locks` where one is chosen for a command */
export const deviceGroup = (name: 'devices' | 'locks', found: readonly DeviceHit[]): HitGroup => ({
  name,
  hits: found.slice(0, SHOWN.devices),
  cut: found.length > SHOWN.devices,
  sure: true,
});

/**
 * Groups that have something, those that are sure of it first: an SN comes before pages that it resembles. Commands
 * that are only like the query are left out when anything else is sure.
 */
export const orderedGroups = (groups: readonly HitGroup[]): HitGroup[] => {
  const filled = groups.filter(({ hits }) => hits.length > 0);
  const sure = filled.filter((group) => group.sure);
  const unsure = filled.filter((group) => !group.sure);
  return [...sure, ...unsure.filter(({ name }) => sure.length === 0 || name !== 'commands')];
};
