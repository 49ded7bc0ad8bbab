import type { ChildProcess, Serializable } from 'node:child_process';

/**
 * Waits for an answer of this kind from a server that runs as a child process, after sending it an order if
 * there is one.
 */
export const asking =
  <Answer extends { readonly kind: string }, Order extends Serializable>() =>
  <K extends Answer['kind']>(
    child: ChildProcess,
    kind: K,
    order?: Order,
  ): Promise<Extract<Answer, { kind: K }>> =>
    new Promise((done) => {
      const listen = (answer: Answer): void => {
        if (answer.kind !== kind) return;
        child.off('message', listen);
        done(answer as Extract<Answer, { kind: K }>);
      };
      child.on('message', listen);
      if (order) child.send(order);
    });
