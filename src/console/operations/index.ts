export {
  type LockSettingState,
  ReadSettings,
  supportsCommand,
  useLockSettings,
} from './dialog/lockSettings';
export {
  commandRights,
  useAllowedRecords,
  useGrantedActions,
  useGrantedCommands,
} from './offer/availability';
export {
  CommandButtons,
  CommandMenu,
  MoreOperations,
  menuColumns,
  menuGroups,
  OperationButton,
  OperationIconButton,
  OperationMenuItems,
  useReasonTip,
} from './offer/buttons';
export { useActionItems, useCommand, useCommandItems } from './offer/items';
export { ActionProvider, CommandProvider } from './providers';
export { BulkButtons, CopySettingsDialog, RecordButtons } from './RecordButtons';
export { commandCheckQuery } from './send/commandCheck';
export { outcomeError, useRunAction } from './send/runAction';
export { useSendCommand } from './send/sendCommand';
