export { ActionProvider, BulkButtons, RecordButtons, useActionItems } from './actions';
export { commandRights, useGrantedActions, useGrantedCommands } from './availability';
export { menuColumns, OperationButton, OperationMenuItems, useReasonTip } from './buttons';
export {
  CommandButtons,
  CommandForm,
  CommandMenu,
  CommandProvider,
  CopySettingsDialog,
  useCommand,
} from './commands';
export {
  type LockSettingState,
  ReadSettings,
  supportsCommand,
  useLockSettings,
} from './lockSettings';
export { outcomeError, useRunAction } from './runAction';
export { useSendCommand } from './sendCommand';
