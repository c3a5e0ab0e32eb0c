export { ActionBulkBar, ActionProvider, RecordButtons, useActionItems } from './actions';
export { useGrantedActions, useGrantedCommands } from './availability';
export { OperationButton, OperationMenuItem, useReasonTip } from './buttons';
export {
  CommandBulkBar,
  CommandButtons,
  CommandMenu,
  CommandProvider,
  useCommand,
} from './commands';
