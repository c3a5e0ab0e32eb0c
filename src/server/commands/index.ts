export { type CommandRoom, commandCalls } from './commandCalls';
export { liveCalls } from './liveCalls';
export { ticketCalls } from './ticketCalls';
