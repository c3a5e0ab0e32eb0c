import type { LiveDevice } from '../../../domain/live';
import type { MenuRoute } from '../routes/menuTree';
import type { Found, MarkedText } from './find';
import type { OfferedCommand } from './findableCommands';

interface PageHit {
  readonly kind: 'page';
  readonly key: string;
  readonly route: MenuRoute;
  readonly title: readonly MarkedText[];
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
  /** Whether its best hit has what was typed, and not only something like it. */
  readonly sure: boolean;
}

export const pageGroup = (found: readonly Found<MenuRoute>[]): HitGroup => ({
  name: 'pages',
  hits: found.map(({ item, title }) => ({
    kind: 'page',
    key: `page ${item.code}`,
    route: item,
    title,
  })),
  sure: found.some(({ how }) => how !== 'like'),
});

export const commandGroup = (found: readonly Found<OfferedCommand>[]): HitGroup => ({
  name: 'commands',
  hits: found.map(({ item, title }) => ({
    kind: 'command',
    key: `command ${item.entity.name} ${item.code}`,
    offered: item,
    title,
  })),
  sure: found.some(({ how }) => how !== 'like'),
});

/** Groups that have something, those that are sure of it first: an SN comes before pages that it resembles. */
export const orderedGroups = (groups: readonly HitGroup[]): HitGroup[] => {
  const filled = groups.filter(({ hits }) => hits.length > 0);
  return [...filled.filter(({ sure }) => sure), ...filled.filter(({ sure }) => !sure)];
};
