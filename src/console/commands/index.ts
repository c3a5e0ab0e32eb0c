export { CommandBulkBar } from './CommandBulkBar';
export { CommandButtons } from './CommandButtons';
export { type CommandRequest, type OpenCommand, useCommand } from './CommandContext';
export { CommandMenu } from './CommandMenu';
export { CommandProvider } from './CommandProvider';
export type { Target } from './targets';
