/** Limits on what unauthenticated connections may cost the server. Times in ms. */
export const LIMITS = {
  connections: 20_000,
  /**
   * Connections from one address that have not yet shown a registered lock. A carrier has thousands of locks behind one
   * address, and all of them reconnect after a restart.
   */
  connectionsWithoutLock: 10_000,
  /** Time to send the first frame that names a lock. */
  identifyTimeout: 60_000,
  /** Time without a byte. A sleeping lock leaves without closing; TCP keep-alive notices that within minutes. */
  silenceTimeout: 1_200_000,
  /** Time for the rest of an unfinished frame. */
  partialFrameTimeout: 90_000,
  /** Consecutive bytes that belong to no frame, or to frames that name no lock. */
  junkBytes: 65_536,
  /** Frames of a connection that wait to be decoded or stored. */
  unstored: 64,
  locksPerConnection: 256,
};

export type GatewayLimits = typeof LIMITS;

/** Counts connections, in all and by address, and refuses those above the limits. */
export const createAdmissions = ({ connections, connectionsWithoutLock }: GatewayLimits) => {
  let open = 0;
  const withoutLock = new Map<string | undefined, number>();

  const countAt = (address: string | undefined): number => withoutLock.get(address) ?? 0;

  const decrementAt = (address: string | undefined): void => {
    const remaining = countAt(address) - 1;
    if (remaining > 0) withoutLock.set(address, remaining);
    else withoutLock.delete(address);
  };

  return {
    /** Returns undefined if a limit is reached. @param address IP address; undefined if the peer is already gone */
    admit: (address: string | undefined) => {
      if (open >= connections || countAt(address) >= connectionsWithoutLock) return undefined;
      open += 1;
      withoutLock.set(address, countAt(address) + 1);
      let hasLock = false;
      /** Ends the count as a connection without a lock. */
      const showLock = (): void => {
        if (!hasLock) decrementAt(address);
        hasLock = true;
      };
      const release = (): void => {
        showLock();
        open -= 1;
      };
      return { showLock, release };
    },
  };
};

/** An admitted connection, as counted by the limits. */
export type Admission = NonNullable<ReturnType<ReturnType<typeof createAdmissions>['admit']>>;
