import { type Context, type Node, type Rule, isNode, nameOf } from './rule.ts';

const CALLS = new Set(['fetch', 'sendBeacon']);
const CLASSES = new Set(['WebSocket', 'EventSource', 'XMLHttpRequest', 'WebTransport']);

const namesOf = (nodes: unknown): string => (Array.isArray(nodes) ? nodes.map(nameOf).join() : '');

/** `(input, init) => fetch(input, init)` hands `fetch` on, bound to its window. */
const isHandedOn = ({ parent, ...call }: Node): boolean =>
  isNode(parent) &&
  parent.type === 'ArrowFunctionExpression' &&
  namesOf(parent['params']) !== '' &&
  namesOf(parent['params']) === namesOf(call['arguments']);

/**
 * For the orchestrators: they may hand `fetch` or `WebSocket` to a data module, which is how tests replace them, but do not
 * use them. (The rooms may not even name them: no-restricted-globals.)
 */
export const noNetworkCall: Rule = {
  meta: { type: 'problem', schema: [], docs: { description: 'network calls are made in data/ only' } },
  create(context: Context) {
    const check = (names: ReadonlySet<string>) => (node: Node) => {
      const name = nameOf(node['callee']);
      if (names.has(name) && !isHandedOn(node))
        context.report({
          node,
          message: `${name}: network calls are made in data/; hand it to a data module instead.`,
        });
    };
    return { CallExpression: check(CALLS), NewExpression: check(CLASSES) };
  },
};
