/** The parts of an address that say what is opened over a list: `?show=5&tab=alertRecord`, `?edit=5`, `?create=1`. */
export const OPENED = ['show', 'edit', 'create', 'tab'] as const;

export type Opened = (typeof OPENED)[number];
