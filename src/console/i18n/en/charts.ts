export const charts = {
  asTable: 'Show as table',
  table: '%{name}, as a table',
  loading: 'Loading',
  nothing: 'Nothing to show',
  noValue: 'no value',
  join: ', ',
  day: 'Day',
  time: 'Time',
  rows: '%{name}: the rows in view',
};
