import type { FastifyReply } from 'fastify';

/** The calls that are being answered, to be told when there is nobody left to answer to. */
export interface OpenCalls {
  /** A signal that aborts when the client hangs up or the server closes. */
  signalFor(reply: FastifyReply): AbortSignal;
  /** The server closes: whoever waits for something is to stop waiting. */
  abort(): void;
  /** Whether the server closes. */
  readonly isClosing: boolean;
}

export const trackOpenCalls = (): OpenCalls => {
  const open = new Set<AbortController>();
  let isClosing = false;
  return {
    get isClosing() {
      return isClosing;
    },
    signalFor: ({ raw }) => {
      const controller = new AbortController();
      if (isClosing || raw.destroyed) controller.abort();
      open.add(controller);
      // Comes when the answer is sent, too; nobody listens any more then.
      raw.once('close', () => {
        open.delete(controller);
        controller.abort();
      });
      return controller.signal;
    },
    abort: () => {
      isClosing = true;
      for (const controller of open) controller.abort();
    },
  };
};
