export { ActionProvider } from './ActionProvider';
export { CommandProvider } from './CommandProvider';
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
export {
  nextStep,
  useActionItems,
  useAllowedActions,
  useCommand,
  useCommandItems,
} from './offer/items';
export { BulkButtons, CopySettingsDialog, RecordButtons } from './RecordButtons';
export { commandCheckQuery } from './send/commandCheck';
export { outcomeError, useRunAction } from './send/runAction';
export { useSendCommand } from './send/sendCommand';
