export { type Forgotten, forgetRecords } from './forgetRecords';
