import { choices } from './choices';

/** Whether something is in use. */
export const enabled = choices(
  [
    [1, 'Enabled', '启用'],
    [0, 'Disabled', '停用'],
  ],
  { 1: 'success' },
);
