import { linesByRoom, totalOf } from './size';

const rooms = linesByRoom();
console.table({ ...Object.fromEntries(rooms), total: totalOf(rooms) });
