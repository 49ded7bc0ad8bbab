import { type Context, type Node, type Rule, isNode, nameOf } from './rule.ts';

const CALLS = new Set(['fetch', 'sendBeacon']);
const CLASSES = new Set(['WebSocket', 'EventSource', 'XMLHttpRequest', 'WebTransport']);

const namesOf = (nodes: unknown): string => (Array.isArray(nodes) ? nodes.map(nameOf).join() : '');

/**
 * Whether a call only passes the arguments of its arrow function on, as in
 * `(input, init) => fetch(input, init)`, which calls `fetch` with the right `this`.
 */
const isPassedOn = ({ parent, ...call }: Node): boolean =>
  isNode(parent) &&
  parent.type === 'ArrowFunctionExpression' &&
  namesOf(parent['params']) !== '' &&
  namesOf(parent['params']) === namesOf(call['arguments']);

/**
 * Forbids network calls in `index.ts` and the other entries. They may pass `fetch` or `WebSocket` to a data
 * module, so that tests can replace these, but they may not call them. (The rooms may not even name them:
 * no-restricted-globals.)
 */
export const noNetworkCall: Rule = {
  create(context: Context) {
    const check = (names: ReadonlySet<string>) => (node: Node) => {
      const name = nameOf(node['callee']);
      if (names.has(name) && !isPassedOn(node))
        context.report({
          node,
          message: `${name}: network calls are made in data/; hand it to a data module instead.`,
        });
    };
    return { CallExpression: check(CALLS), NewExpression: check(CLASSES) };
  },
};
