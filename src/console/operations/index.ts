export { ActionProvider, BulkButtons, RecordButtons, useActionItems } from './actions';
export { commandRights, useGrantedActions, useGrantedCommands } from './availability';
export { menuLook, OperationButton, OperationMenuItems, useReasonTip } from './buttons';
export {
  CommandButtons,
  CommandForm,
  CommandMenu,
  CommandProvider,
  CopySettingsDialog,
  useCommand,
} from './commands';
export { type KnownSetting, ReadSettings, supports, useKnownSettings } from './knownSettings';
export { useRunAction, whyNot } from './runAction';
export { useSendCommand } from './sendCommand';
