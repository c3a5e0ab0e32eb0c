/** A record as a command sees it: its lock's number, and whatever else the view knows of it. */
export interface Target {
  readonly sn: string;
  readonly [field: string]: unknown;
}

/** Whether a lock would only hear of it later. What is not known counts as online: the ticket will tell. */
export const isOffline = (target: Target): boolean => target.communicate_status === 0;
