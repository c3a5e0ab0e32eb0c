export {
  commandRights,
  type OperationItem,
  operationOf,
  type Split,
  splitRecords,
  type Target,
  useGrantedActions,
  useGrantedCommands,
  useOperationItem,
} from './availability';
export {
  BulkOperations,
  MoreOperations,
  OperationButton,
  OperationIcon,
  OperationMenuItem,
  RowOperations,
  useReasonTip,
} from './buttons';
export {
  CommandBulkBar,
  CommandButtons,
  CommandMenu,
  CommandProvider,
  type CommandRequest,
  type OpenCommand,
  useCommand,
} from './commands';
export { LeftOut, NamedRecords, OperationDialog } from './OperationDialog';
