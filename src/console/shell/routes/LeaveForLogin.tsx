import { useEffect } from 'react';

/** The login page belongs to another part of the program: the browser goes there, the console ends. */
export const LeaveForLogin = () => {
  useEffect(() => location.reload(), []);
  return null;
};
