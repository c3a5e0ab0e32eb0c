export { ActionBulkBar, ActionProvider, RecordButtons, useActionItems } from './actions';
export { useGrantedActions, useGrantedCommands } from './availability';
export { menuLook, OperationMenuItems, useReasonTip } from './buttons';
export { CommandArguments, type CommandForm, useCommandForm } from './CommandForm';
export {
  CommandBulkBar,
  CommandButtons,
  CommandMenu,
  CommandProvider,
  CopySettingsDialog,
  useCommand,
} from './commands';
export { type KnownSetting, useKnownSettings } from './knownSettings';
export { useSendCommand } from './sendCommand';
