import type { CommandPreset } from '../../../resources';

export type CommandPresets = Readonly<Record<string, CommandPreset>>;

/**
 * Returns the presets that an operator's menus open. Merging the pages widens no rights: each menu still allows its own
 * commands only.
 * @param urls pages of the operator's menus, hidden ones included
 */
export const grantedPresets = (presets: CommandPresets, urls: readonly string[]): CommandPresets =>
  Object.fromEntries(Object.entries(presets).filter(([url]) => urls.includes(url)));

export const includesCommand = (presets: readonly CommandPreset[], code: string): boolean =>
  presets.some(({ commands }) => commands === undefined || commands.includes(code));
